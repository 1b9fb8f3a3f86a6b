import { execFile } from "node:child_process";

/** How a program ended that was to print something. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** Why it failed, in words; nothing if it ended with 0. */
  readonly failure: string | undefined;
}

/** Runs a program without a shell and with nothing on stdin; after the limit it is killed. */
export function runProgram(
  [program = "", ...args]: readonly string[],
  limitMs: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env, timeout: limitMs, killSignal: "SIGKILL", maxBuffer: 2 ** 24 } as const;
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ stdout, stderr, failure: error === null ? undefined : words(error, limitMs) });
    });
    // One that is gone by now has no use for the end of its input.
    child.stdin?.on("error", () => {}).end();
  });
}

function words(
  error: { killed?: boolean; code?: unknown; signal?: unknown; message: string },
  limitMs: number,
): string {
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "it printed more than 16 MiB";
  if (error.killed) return `it did not end in ${limitMs / 1000} s`;
  if (typeof error.code === "number") return `it ended with exit code ${error.code}`;
  return error.signal ? `it was ended by ${error.signal}` : error.message;
}
