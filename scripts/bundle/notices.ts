import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Returns the licences of the npm packages in the bundled files, as the licences require. */
export function noticesOf(files: readonly string[], root: string): string {
  const notices = packagesOf(files).map((folder) => notice(join(root, folder)));
  return ["# Third-party notices", "The published JavaScript of this package contains:", ...notices].join("\n\n");
}

/** Returns the folders of the npm packages that some files belong to, sorted by their names. */
export function packagesOf(files: readonly string[]): string[] {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
  return [...folders].sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
}

/** Returns the name of the package in a folder: `zod` for `…/node_modules/zod`. */
export function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} ${version} ships no licence text`);
  return `## ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
}
