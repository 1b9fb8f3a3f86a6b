import { chmodSync, existsSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { policyJsonSchema } from "@agent-hook/hooks/policy";
import { usageError } from "../command-error.js";
import { causeText } from "../files/read-file.js";
import { createLike, makeFolder, stagingPath } from "../files/replace-file.js";
import { ASK_SCRIPT, LAUNCHER, launcherFile } from "../launcher-files.js";
import { PROJECT_FOLDER } from "./policy-path.js";

/** The files that hosts start to serve a policy. */
export interface RunnerFiles {
  readonly hook: string;
  readonly launcher: string;
  /** The paths that were written, because they were missing or different. */
  readonly written: readonly string[];
}

export const SCHEMA_FILE = "policy.schema.json";

/**
 * Writes the program and the launcher that run a policy, and the JSON Schema, next to the policy. Configs must not name
 * files of this package, because `npx` keeps the package in a cache that may be deleted. Throws `CommandError`.
 */
export async function writeRunnerFiles(policy: string): Promise<RunnerFiles> {
  const folder = dirname(policy);
  const isProjects = basename(folder) === PROJECT_FOLDER;
  const [hook, launcher] = [join(folder, "hook.cjs"), join(folder, LAUNCHER)];
  const schema = `${JSON.stringify(await policyJsonSchema(), null, 2)}\n`;
  const files: readonly (readonly [path: string, bytes: Buffer])[] = [
    [hook, readFileSync(runnerPath())],
    [join(folder, ASK_SCRIPT), readFileSync(launcherFile(ASK_SCRIPT))],
    [launcher, readFileSync(launcherFile(LAUNCHER))],
    [join(folder, SCHEMA_FILE), Buffer.from(schema)],
    // Git may give the launcher line ends with which no shell runs it.
    ...(isProjects ? [[join(folder, ".gitattributes"), Buffer.from("* -text\n")] as const] : []),
  ];
  const written = files.flatMap(([path, bytes]) => (replace(path, bytes) ? [path] : []));
  return { hook, launcher, written };
}

/**
 * Writes a file unless it already has this content, and returns whether it was written. An agent may start the file at
 * any time, so it is replaced by a rename and never partly written.
 */
function replace(path: string, bytes: Buffer): boolean {
  try {
    if (existsSync(path) && readFileSync(path).equals(bytes)) return false;
    makeFolder(dirname(path));
    const staged = stagingPath(path);
    createLike(staged, bytes, undefined);
    // Other users start the files that an administrator writes.
    chmodSync(staged, 0o644);
    renameSync(staged, path);
    return true;
  } catch (cause) {
    throw usageError(`${path} cannot be written: ${causeText(cause)}`, cause);
  }
}

function runnerPath(): string {
  // The relative path is the same from src/policy and from dist/chunks.
  return fileURLToPath(new URL("../../dist/policy/hook.cjs", import.meta.url));
}
