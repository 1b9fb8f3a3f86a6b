import { existsSync, readdirSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";

/** Beyond this, a folder is not one for hooks, and only the modules in it are watched. */
const MAX_ENTRIES = 500;
/** They change when a package manager installs another version of a package. */
const INSTALLED = [
  "package.json",
  ...[".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".yarn-integrity"].map(inModules),
];

function inModules(name: string): string {
  return join("node_modules", name);
}

/**
 * Returns the files that make this process what it is: its modules, the files next to those of its own that no package
 * manager installed, such as a list of rules, what was installed, the files in its command, and Node itself. A file that
 * does not exist is listed if its creation makes a difference.
 */
export function loadedFiles(named: readonly string[]): string[] {
  const modules = [...named, ...argumentFiles()];
  const own = [...new Set(modules.filter((path) => !/[\\/]node_modules[\\/]/.test(path)).map(dirname))];
  const above = new Set(own.flatMap(withParents));
  return [
    ...new Set([
      process.execPath,
      // Maybe a link to it.
      resolve(process.argv0),
      ...programs(basename(process.argv0)),
      ...optionFiles(),
      ...modules,
      ...own.flatMap(filesIn),
      ...[...above].flatMap((folder) => INSTALLED.map((name) => join(folder, name))),
    ]),
  ];
}

/** Returns where the launcher looks for a program: a new one may come first. */
function programs(name: string): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => resolve(folder, name));
}

function argumentFiles(): string[] {
  return [...process.execArgv, ...process.argv.slice(1)].map((word) => resolve(word)).filter(existsSync);
}

/** Returns what may be a file in an option of Node, such as `--env-file-if-exists=.env`. */
function optionFiles(): string[] {
  return process.execArgv.flatMap((word) => word.split(/^-[^=]*=/).slice(1)).map((path) => resolve(path));
}

function filesIn(folder: string): string[] {
  // Removed after a module in it was loaded, as tools do that compile into a temporary folder.
  if (!existsSync(folder)) return [folder];
  const entries = readdirSync(folder, { withFileTypes: true });
  // The folder itself, because a new file in it may be read at the next start.
  return entries.length > MAX_ENTRIES
    ? []
    : [folder, ...entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(folder, name))];
}

function withParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}
