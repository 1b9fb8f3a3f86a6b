import { spawn } from "node:child_process";
import { SnapshotError } from "./snapshot-error.js";

/** How git runs. */
export interface GitRun {
  /** The store, as git's `GIT_DIR`. */
  readonly store: string;
  /** The folder whose files git reads and writes. Not for commands on the store itself. */
  readonly workTree?: string;
  /** The index file. Each process has its own, so that none waits for another's lock. */
  readonly index?: string;
  readonly input?: string;
  /** Stops git and rejects. */
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are answers, not failures. Default: only 0. */
  readonly codes?: readonly number[];
}

/** The most output of one command, in bytes. */
const MAX_OUTPUT_BYTES = 2 ** 27;

/**
 * Runs git in the store and returns what it prints. Rejects with a `SnapshotError`.
 *
 * Names of files are bytes and need not be UTF-8, so all text is read and written as latin1: one character is one byte.
 */
export function git(args: readonly string[], run: GitRun): Promise<string> {
  const { store, workTree, index, input = "", signal, codes = [0] } = run;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = spawn("git", args, { cwd: workTree ?? store, env: environment(store, workTree, index) });
    const out: Buffer[] = [];
    let size = 0;
    let errors = "";
    const fail = (error: unknown) => {
      // Git removes its lock files when SIGTERM ends it.
      child.kill();
      reject(error);
    };
    const abort = () => fail(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) fail(new SnapshotError("the project has too many files"));
      else out.push(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-MAX_ERROR_LENGTH);
    });
    // Git can end before it has read everything. Its exit code tells why.
    child.stdin.on("error", () => {});
    child.stdin.end(input, "latin1");
    child.once("error", (error: NodeJS.ErrnoException) => {
      const missing = "git could not be started: install it, or add it to the PATH";
      reject(new SnapshotError(error.code === "ENOENT" ? missing : "git could not be started", { cause: error }));
    });
    child.once("close", (code) => {
      signal?.removeEventListener("abort", abort);
      if (code !== null && codes.includes(code)) return resolve(Buffer.concat(out).toString("latin1"));
      reject(new SnapshotError(`git ${args[0]} failed`, { cause: new Error(errors.trim() || `exit code ${code}`) }));
    });
  });
}

const MAX_ERROR_LENGTH = 4000;

/** Returns an environment without the user's and the system's settings of git. The store's own settings remain. */
function environment(store: string, workTree?: string, index?: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(inherited),
    GIT_DIR: store,
    ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "agent-hook",
    GIT_AUTHOR_EMAIL: "agent-hook@localhost",
    GIT_COMMITTER_NAME: "agent-hook",
    GIT_COMMITTER_EMAIL: "agent-hook@localhost",
    LC_ALL: "C",
  };
}

/** Splits output that `-z` made. */
export function parts(output: string): string[] {
  return output.split("\0").slice(0, -1);
}

/** Returns the bytes of a path, for the file system. `path` is latin1, as git's output is. */
export function bytesOf(path: string): Buffer {
  return Buffer.from(path, "latin1");
}

/** Returns a path as people read it. `path` is latin1, as git's output is. */
export function readable(path: string): string {
  return bytesOf(path).toString("utf8");
}

/** Returns a path as git prints it. */
export function latin1(path: string): string {
  return Buffer.from(path, "utf8").toString("latin1");
}
