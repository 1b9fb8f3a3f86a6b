import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of this package, whether this file runs from `src` or from `dist`. */
const PACKAGE = new URL("../../", import.meta.url);

/** Returns the command that starts a hook of this package. */
export function node(hook: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, compiled(hook), ...args];
}

export function compiled(hook: string): string {
  return fileURLToPath(new URL(`dist/hooks/${hook}.js`, PACKAGE));
}

/** Returns the path of a file that is used unbuilt. */
export function source(hook: string): string {
  return fileURLToPath(new URL(`src/hooks/${hook}`, PACKAGE));
}

export const AGENT_HOOK = fileURLToPath(
  import.meta.resolve("agent-hook/package.json").replace("package.json", "bin/agent-hook.js"),
);

/** Returns the path of a file in a dependency of this package. */
export function installed(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, PACKAGE));
}

/** Returns the version of a dependency of this package. */
export function versionOf(name: string): string {
  return JSON.parse(readFileSync(installed(`${name}/package.json`), "utf8")).version;
}
