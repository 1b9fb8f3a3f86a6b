import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readTranscript, type TranscriptEntry } from "@agent-hook/sdk/internal/transcript";
import { onTestFinished } from "vitest";
import { file } from "./run-command.js";

export interface ProcessResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A process, run as a host runs a hook. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the process has ended and no process holds its stdout or stderr. */
  readonly ended: Promise<ProcessResult>;
  /** Waits for a text on stdout or stderr. */
  waitForOutput(text: string): Promise<void>;
}

/** Returns the command that replaces a hook's command. */
export function traced(out: string, hook: readonly string[], ...options: readonly string[]): string[] {
  return [process.execPath, file("packages/cli/bin/agent-hook.js"), "trace", "--out", out, ...options, "--", ...hook];
}

/** Returns a hook of a few lines of CommonJS. */
export function inline(script: string): string[] {
  return [process.execPath, "-e", `const fs = require("node:fs"); ${script}`];
}

/** Starts a command and kills it when the test ends. */
export function start([program = "", ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: "pipe" });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on("error", () => {});
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<ProcessResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve({ code, signal, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() });
    });
  });
  return {
    child,
    ended,
    waitForOutput: (text) =>
      new Promise((resolve, reject) => {
        const look = () => [stdout, stderr].some((chunks) => Buffer.concat(chunks).includes(text)) && resolve();
        for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
        ended.then(({ stderr }) => reject(new Error(`ended before it said ${text}: ${stderr}`)), reject);
        look();
      }),
  };
}

/** Runs a command to completion with these bytes on stdin. */
export function run(
  command: readonly string[],
  stdin: string | Uint8Array,
  env?: NodeJS.ProcessEnv,
): Promise<ProcessResult> {
  const { child, ended } = start(command, env);
  child.stdin.end(stdin);
  return ended;
}

/** Returns the entries of a transcript without their times. */
export function entriesOf(path: string): TranscriptEntry[] {
  return readTranscript(readFileSync(path, "utf8")).map(({ at: _at, ...entry }) => entry);
}
