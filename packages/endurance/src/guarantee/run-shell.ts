import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { fromChild, toChild } from "../../../sdk/test/start-process.js";
import type { Stage } from "./stage.js";

/** How a command ended, as its host sees it. */
export interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit?: number;
  readonly signal?: string;
  /** Whether the host's limit passed first. */
  readonly late: boolean;
}

export interface ShellOptions {
  readonly words: readonly string[];
  readonly stdin: string;
  readonly env: NodeJS.ProcessEnv;
  readonly plumbing: "socket" | "pipe";
  readonly limitMs: number;
  /** How long the host continues to read after the process has ended. Default: until its limit. */
  readonly heldMs?: number;
  started?(): void;
}

/** Runs a command as a host does, in its own process group: with sockets as in Node, or with pipes as elsewhere. */
export function runShell(stage: Stage, options: ShellOptions): Promise<ShellResult> {
  const { words, stdin, env, plumbing, limitMs, heldMs, started } = options;
  const [program = "", ...args] = words;
  const pipes = plumbing === "pipe" ? pipesIn(stage) : undefined;
  const child = spawn(program, args, { env, detached: true, stdio: pipes?.map(({ theirs }) => theirs) ?? "pipe" });
  for (const { theirs } of pipes ?? []) closeSync(theirs);
  const [toHook, ...streams] = (pipes?.map(({ ours }) => ours) ?? [...child.stdio]) as unknown as [
    Writable,
    ...Readable[],
  ];
  const texts = streams.map(collectText);
  toHook.on("error", () => {});
  toHook.end(stdin);
  started?.();
  return new Promise((resolve, reject) => {
    let open = streams.length + 1;
    const timers: NodeJS.Timeout[] = [];
    const finish = (late: boolean) => {
      for (const timer of timers) clearTimeout(timer);
      for (const stream of streams) stream.destroy();
      const { exitCode, signalCode } = child;
      const exitState = late ? {} : exitCode === null ? { signal: signalCode ?? "unknown" } : { exit: exitCode };
      resolve({ stdout: texts[0]?.() ?? "", stderr: texts[1]?.() ?? "", ...exitState, late });
    };
    const ended = () => {
      open -= 1;
      if (open === 0) finish(false);
    };
    timers.push(setTimeout(() => finish(true), limitMs));
    for (const stream of streams) stream.once("end", ended).once("error", ended);
    child.once("error", reject);
    child.once("exit", () => {
      if (heldMs !== undefined) timers.push(setTimeout(() => finish(false), heldMs));
      ended();
    });
  });
}

function pipesIn(stage: Stage) {
  return [toChild(stage.path("pipe-0")), fromChild(stage.path("pipe-1")), fromChild(stage.path("pipe-2"))] as const;
}

function collectText(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

/** Creates a full pipe without a reader. Returns its path and a function to close it. */
export function fullPipe(stage: Stage): { readonly path: string; close(): void } {
  const path = stage.path("full");
  execFileSync("mkfifo", [path]);
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096));
  } catch {
    // The pipe is full.
  }
  return { path, close: () => closeSync(descriptor) };
}
