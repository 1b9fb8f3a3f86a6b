import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import type { Exit } from "@agent-hook/picoclaw";
import type { Hook } from "@agent-hook/sdk";
import { type InProcessOptions, runInProcess } from "@agent-hook/sdk/in-process";
import { endTogether, HAS_GROUPS } from "@agent-hook/sdk/internal/process-group";
import { LineSplitter } from "@agent-hook/sdk/internal/wire";
import { NOT_LOGGED } from "./run-process.js";

/** A running hook. It receives each line unchanged, byte for byte. */
export interface Target {
  send(line: string | Uint8Array): void;
  /** Closes stdin. Resolves with how the process ended, or `undefined` for a hook in this process. */
  end(): Promise<Exit | undefined>;
}

/** Receives each line of a hook, and `undefined` when no more will come. */
export type OnLine = (line: string | undefined) => void;

export type HookTargetOptions = Omit<InProcessOptions, "write">;

/** What a hook wrote before it ended arrives within this time. */
const FINAL_OUTPUT_MS = 200;
/** PicoClaw kills a hook this long after closing the hook's stdin. */
const END_MS = 2000;

/** Starts a hook in this process, for a persistent host. */
export async function hookTarget(hook: Hook, options: HookTargetOptions, onLine: OnLine): Promise<Target> {
  const running = await runInProcess(hook, {
    writeError: () => {},
    ...options,
    write: (text) => {
      for (const line of text.split("\n").slice(0, -1)) onLine(line);
    },
  });
  return {
    send: (line) => running.receive([typeof line === "string" ? line : Buffer.from(line).toString("utf8")]),
    async end() {
      await running.end(END_MS);
      onLine(undefined);
      return undefined;
    },
  };
}

/** Receives the output of a process. */
export interface OutputListeners {
  readonly onLine: OnLine;
  readonly onStderr: ((line: string) => void) | undefined;
  readonly cwd?: string;
}

/** Starts a hook in any language. Rejects if its command cannot be started. */
export async function processTarget(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  { onLine, onStderr = () => {}, cwd }: OutputListeners,
): Promise<Target> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...NOT_LOGGED, ...env },
    stdio: "pipe",
    detached: HAS_GROUPS,
  });
  endTogether(child);
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      const settle = () => resolve({ code, signal });
      // A grandchild may keep the streams open.
      const timer = setTimeout(settle, FINAL_OUTPUT_MS);
      child.once("close", () => {
        clearTimeout(timer);
        settle();
      });
    });
  });
  readLines(child.stdout, onLine, () => onLine(undefined));
  readLines(child.stderr, onStderr);
  // A hook that has exited no longer reads; its missing answers show that.
  child.stdin.on("error", () => {});
  await once(child, "spawn");
  return {
    send(line) {
      child.stdin.write(line);
      child.stdin.write("\n");
    },
    async end() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), END_MS);
      const exit = await exited;
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      return exit;
    },
  };
}

function readLines(stream: Readable, onLine: (line: string) => void, onEnd = () => {}): void {
  const splitter = new LineSplitter();
  const pass = (lines: readonly string[]) => {
    for (const line of lines) onLine(line);
  };
  stream.on("data", (chunk: Buffer) => pass(splitter.push(chunk)));
  stream.on("end", () => {
    pass(splitter.end());
    onEnd();
  });
}
