import { fileURLToPath } from "node:url";

/** The files of this package, from its sources and from what is built of them alike. */
const PACKAGE = new URL("../../", import.meta.url);

/** What starts a hook of this package. */
export function node(hook: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, compiled(hook), ...args];
}

export function compiled(hook: string): string {
  return fileURLToPath(new URL(`dist/hooks/${hook}.js`, PACKAGE));
}

/** A file that is used as it was written. */
export function source(hook: string): string {
  return fileURLToPath(new URL(`src/hooks/${hook}`, PACKAGE));
}

export const AGENT_HOOK = fileURLToPath(
  import.meta.resolve("agent-hook/package.json").replace("package.json", "bin/agent-hook.js"),
);

/** A file of a package that this one depends on. */
export function installed(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, PACKAGE));
}
