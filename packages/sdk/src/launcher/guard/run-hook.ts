import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { type GuardAnswer, MAX_ANSWER_BYTES, readAnswer } from "./answer.js";

const ANSWER = 3;
const STDERR = 2;
/** A child of the hook may keep the pipe of the answer open. What the hook wrote is read long before. */
const AFTER_EXIT_MS = 1_000;

export interface HookStart {
  readonly event: string;
  readonly seconds: number;
  /** The program and its arguments. */
  readonly command: readonly string[];
}

/**
 * Starts a hook and returns its answer, or why there is none. The answer settles at the latest after the given seconds.
 * The hook is then killed, with the processes that it started, and `ended` settles when it has ended. The hook's output
 * goes to stderr, and not through this process, which a host that does not read stderr would then stop.
 */
export function runHook(start: HookStart): { readonly answer: Promise<GuardAnswer>; readonly ended: Promise<void> } {
  let whenEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    whenEnded = resolve;
  });
  return { answer: answerOf(start, whenEnded), ended };
}

function answerOf(
  { event, seconds, command: [program = "", ...args] }: HookStart,
  whenEnded: () => void,
): Promise<GuardAnswer> {
  const key = randomUUID();
  const env = { ...process.env, AGENT_HOOK_FD: String(ANSWER), AGENT_HOOK_KEY: key, AGENT_HOOK_EVENT: event };
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = spawn(program, args, { env, stdio: ["pipe", STDERR, STDERR, "pipe"], windowsHide: true });
    } catch (error) {
      resolve(notStarted(error));
      whenEnded();
      return;
    }
    const timer = setTimeout(() => {
      resolve({ problem: `the hook did not end within ${seconds} s` });
      killTree(child);
    }, seconds * 1_000);
    child.once("error", (error) => {
      resolve(notStarted(error));
      whenEnded();
    });
    passInput(child.stdin as Writable);
    const written: Buffer[] = [];
    let bytes = 0;
    const pipe = child.stdio[ANSWER] as Readable;
    pipe.on("error", () => {});
    pipe.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_ANSWER_BYTES) written.push(chunk);
    });
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      whenEnded();
      if (code !== 0) resolve({ problem: `the hook ended with ${code ?? signal}` });
      const finish = () => resolve(readAnswer(Buffer.concat(written), key));
      if (pipe.readableEnded) finish();
      else pipe.once("end", finish);
      setTimeout(finish, AFTER_EXIT_MS);
    });
  });
}

function notStarted(error: unknown): GuardAnswer {
  return { problem: `the hook could not be started (${(error as NodeJS.ErrnoException).code})` };
}

/** Passes the host's call on. Keeps reading if the hook does not. */
function passInput(stdin: Writable): void {
  stdin.on("error", () => {});
  process.stdin.on("error", () => {});
  process.stdin.on("data", (chunk) => {
    if (stdin.writable) stdin.write(chunk);
  });
  process.stdin.on("end", () => stdin.end());
}

/** Windows has no signals and no process groups. taskkill ends a process with those that it started. */
function killTree(child: ChildProcess): void {
  if (process.platform === "win32" && child.pid !== undefined) {
    spawn("taskkill", ["/PID", String(child.pid), "/T", "/F"], { stdio: "ignore", windowsHide: true })
      .on("error", () => {})
      // It may not know the options, or the process may have ended.
      .on("exit", () => child.kill("SIGKILL"));
    return;
  }
  child.kill("SIGKILL");
}
