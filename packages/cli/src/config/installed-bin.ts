import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { notRunError } from "../command-error.js";
import { readRegular } from "../files/regular-file.js";
import { isProgram } from "./find-program.js";
import { isInside } from "./inside.js";
import { runtimeOf } from "./runtimes.js";

/**
 * Returns the file of a bin that a dependency of the project in this folder declares, or `undefined`. Reads only the
 * packages that the project's own package.json names, and not `node_modules/.bin`: any package may put a program with
 * any name into that folder. Throws `CommandError` if more than one dependency declares the bin.
 */
export function installedBin(name: string, folder: string = process.cwd()): string | undefined {
  const project = folderAbove(folder, "package.json");
  if (project === undefined || /[\\/]/.test(name) || runtimeOf(name) !== undefined) return undefined;
  const files = dependenciesOf(project).flatMap((dependency) => {
    const baseFolder = folderAbove(project, join("node_modules", dependency, "package.json"));
    return baseFolder === undefined ? [] : binOf(join(baseFolder, "node_modules", dependency), dependency, name);
  });
  const [file, ...otherFiles] = [...new Set(files)];
  if (otherFiles.length === 0) return file;
  throw notRunError(
    `the hook cannot be started: ${name}: more than one dependency provides it: use one of ${[file, ...otherFiles].join(", ")}`,
  );
}

function dependenciesOf(project: string): string[] {
  const manifest = manifestIn(project);
  const lists = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies];
  return [...new Set(lists.flatMap((list) => Object.keys(list ?? {})))];
}

/** A `bin` that is a string uses the name of its package, without the scope. */
function binOf(folder: string, dependency: string, name: string): string[] {
  const { bin } = manifestIn(folder);
  const bins = typeof bin === "string" ? { [dependency.replace(/^@[^/]*\//, "")]: bin } : (bin ?? {});
  const path = Object.hasOwn(bins, name) ? (bins as Record<string, unknown>)[name] : undefined;
  if (typeof path !== "string") return [];
  const file = resolve(folder, path);
  return isProgram(file) && isInside(realpathSync(folder), realpathSync(file)) ? [file] : [];
}

interface PackageManifest {
  readonly bin?: unknown;
  readonly dependencies?: unknown;
  readonly devDependencies?: unknown;
  readonly optionalDependencies?: unknown;
}

/** Returns an empty manifest if the file is missing or broken. */
function manifestIn(folder: string): PackageManifest {
  try {
    return Object(
      JSON.parse(
        readRegular(join(folder, "package.json"))
          .bytes.toString("utf8")
          .replace(/^\uFEFF/, ""),
      ),
    );
  } catch {
    return {};
  }
}

/** Returns the nearest folder, upwards from `folder`, that contains `file`. */
function folderAbove(folder: string, file: string): string | undefined {
  if (existsSync(join(folder, file))) return folder;
  return folder === dirname(folder) ? undefined : folderAbove(dirname(folder), file);
}
