import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { RUNTIME } from "../runtime.js";
import { fromChild, type Plumbing, startProcess } from "../start-process.js";

interface RunOptions {
  readonly policy?: "continue" | "block";
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Default: pipes, as docker-agent (Go) uses them. */
  readonly plumbing?: Plumbing;
  /** Called with all stderr output so far, each time that there is more. */
  readonly onStderr?: (payload: string, kill: (signal: NodeJS.Signals) => void) => void;
  /** Whether the host ends stdin. Default: `true`. */
  readonly ends?: boolean;
  /** Whether the host reads stdout. Default: `true`. */
  readonly hearsStdout?: boolean;
  /** Whether descriptor 3 has a reader. Default: `true`. */
  readonly hearsThird?: boolean;
}

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** The output on descriptor 3, if the hook was told to use it. */
  readonly answer: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const file = fileURLToPath(new URL("../hooks/one-call.mjs", import.meta.url));

/** Runs `hooks/one-call.mjs` with one stdin, as a one-shot host does. */
export async function runHook(payload: string, options: RunOptions = {}): Promise<Ran> {
  const { plumbing = "pipe", args = ["--host", "docker-agent"], env = {}, ends = true } = options;
  const command = [...RUNTIME, file, ...args];
  const whole = {
    ...process.env,
    AGENT_HOOK_FD: undefined,
    AGENT_HOOK_KEY: "k-e-y",
    ...env,
    POLICY: options.policy ?? "block",
  };
  const started: Started =
    whole.AGENT_HOOK_FD === "3" ? withThird(command, whole) : startProcess(command, plumbing, whole);
  const { child, stdin, stdout, stderr } = started;
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  stderr.on("data", (chunk: Buffer) => {
    printed += chunk;
    options.onStderr?.(printed, (signal) => child.kill(signal));
  });
  stdin.on("error", () => {});
  // Closed before the hook receives anything, so before it answers.
  if (options.hearsStdout === false) stdout.destroy();
  const { third } = started;
  if (options.hearsThird === false) third?.destroy();
  if (ends) stdin.end(payload);
  else stdin.write(payload);
  const [[code, signal], out, answer] = await Promise.all([
    once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>,
    options.hearsStdout === false ? "" : buffer(stdout),
    third === undefined || third.destroyed ? "" : buffer(third),
    once(stderr, "close"),
  ]);
  // Deno starts each answer on stdout with an empty line.
  const ownOutput = RUNTIME.includes("run") ? String(out).replace(/^\n/, "") : String(out);
  return { stdout: ownOutput, stderr: printed, answer: String(answer), code, signal };
}

interface Started extends ReturnType<typeof startProcess> {
  readonly third?: Socket;
}

/** Descriptor 3 is a pipe, as the launcher creates it: Deno cannot open an inherited socket. */
function withThird([program = "", ...args]: readonly string[], env: NodeJS.ProcessEnv): Started {
  const folder = mkdtempSync(join(tmpdir(), "hook-third-"));
  const third = fromChild(join(folder, "third"));
  const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe", third.theirs] });
  const { stdin, stdout, stderr } = child as ChildProcessWithoutNullStreams;
  closeSync(third.theirs);
  rmSync(folder, { recursive: true });
  return { child, stdin, stdout, stderr, third: third.ours };
}
