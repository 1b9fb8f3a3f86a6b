import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, parse, sep } from "node:path";
import { isPattern, nameOverlaps, patternNames } from "../paths/overlap.js";
import { foldedPath } from "../paths/path-names.js";

/** More files than this are not looked through. */
const MAX_FILES = 1000;

/** Returns the files and folders that a pattern of the shell selects now, or `undefined` if they are too many. */
export function selectedBy(pattern: string): readonly string[] | undefined {
  const { root } = parse(pattern);
  let found = [root];
  for (const name of pattern.slice(root.length).split(sep)) {
    const next: string[] = [];
    for (const folder of found) {
      const names = isPattern(name) ? namesLike(name, folder) : [name];
      if (names.length > MAX_FILES) return undefined;
      next.push(...names.map((one) => `${folder.endsWith(sep) ? folder : folder + sep}${one}`));
      if (next.length > MAX_FILES) return undefined;
    }
    found = next;
  }
  return found.filter((path) => existsSync(path));
}

/** Returns paths with what each of them selects now. */
export function withSelected(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [path, ...(isPattern(path) ? (selectedBy(path) ?? []) : [])]);
}

/** Returns paths below a folder, without packages in a folder that is not there: they replace none. */
export function insideOf(folder: string, below: readonly string[]): readonly string[] {
  const paths = below.map((path) => `${folder}${sep}${path}`);
  return paths.filter((path) => !/[\\/]node_modules[\\/]\*\*$/.test(path) || existsSync(dirname(path)));
}

function namesLike(pattern: string, folder: string): readonly string[] {
  const [wanted = ""] = patternNames(pattern);
  return entriesOf(folder).flatMap(({ name }) => (nameOverlaps(foldedPath(name), wanted) ? [name] : []));
}

/**
 * Returns the files below a folder as paths from there, or `undefined` if they are too many. Installed packages count as
 * a pattern.
 */
export function filesBelow(folder: string): readonly string[] | undefined {
  const files: string[] = [];
  const folders = [""];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of entriesOf(`${folder}${sep}${next}`)) {
      const path = `${next}${entry.name}`;
      if (!entry.isDirectory()) files.push(path);
      else if (entry.name === "node_modules") files.push(`${path}${sep}**`);
      else folders.push(`${path}${sep}`);
    }
    if (files.length + folders.length > MAX_FILES) return undefined;
  }
  return files;
}

/** Returns what is at a path, after following links. */
export function kindOnDisk(path: string): "file" | "folder" | "other" {
  try {
    const stats = statSync(path);
    return stats.isDirectory() ? "folder" : stats.isFile() ? "file" : "other";
  } catch {
    return "other";
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
