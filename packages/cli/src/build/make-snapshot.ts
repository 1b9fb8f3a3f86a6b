import { runProgram } from "../config/run-program.js";
import type { Bundle } from "./bundle.js";
import type { Note } from "./print-build.js";

const TIMEOUT_MS = 60_000;
/**
 * Node's own modules that a snapshot cannot contain: if one of them is loaded, Node crashes with a trap (Node 20, 22
 * and 24).
 */
const UNSUPPORTED_MODULES = ["http", "https", "http2", "tls", "repl", "sqlite", "sea", "test"];

/**
 * Makes a startup snapshot of a bundle, and starts it once. Returns why one of these failed, or `undefined`. The
 * environment is empty, so that the snapshot contains nothing from the current environment.
 */
export async function makeSnapshot(script: string, blob: string): Promise<Note | undefined> {
  const buildResult = await runProgram([process.execPath, "--snapshot-blob", blob, "--build-snapshot", script], {
    timeoutMs: TIMEOUT_MS,
    env: {},
  });
  if (buildResult.failure !== undefined) return failureNote("could not be made", buildResult);
  const startResult = await runProgram([process.execPath, "--snapshot-blob", blob, script, "--describe"], {
    timeoutMs: TIMEOUT_MS,
    env: {},
  });
  return startResult.failure === undefined ? undefined : failureNote("was made, but does not start", startResult);
}

function failureNote(
  what: string,
  { failure, stderr }: { readonly failure: string | undefined; readonly stderr: string },
): Note {
  const error = stderr.split("\n").find((line) => /^\w*Error: |^# .*[a-z]/.test(line));
  return {
    text: `the snapshot ${what} by Node ${process.version}: ${failure}${error === undefined ? "" : ` (${error})`}`,
  };
}

/** Returns what prevents Node from making a snapshot of a bundle, as far as this is known in advance. */
export function snapshotObstacles({ code, builtins }: Bundle): Note[] {
  const modules = UNSUPPORTED_MODULES.filter((name) => builtins.has(name)).map((name) => ({
    where: builtins.get(name) ?? "",
    text: `"node:${name}" is imported when the hook loads, and Node cannot put it into a snapshot: import it where it is used, with await import("node:${name}")`,
  }));
  if (!/\bimport\(/.test(code)) return modules;
  const text = "import() with a computed name does not work in a snapshot: import it by a literal name";
  return [...modules, { text }];
}
