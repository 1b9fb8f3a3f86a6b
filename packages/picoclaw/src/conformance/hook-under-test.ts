import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { foldAnswerKeys } from "@agent-hook/sdk/internal/picoclaw";
import { endTogether, HAS_GROUPS } from "@agent-hook/sdk/internal/process-group";
import type { Exit } from "../connection/terminate.js";
import { ConformanceError } from "./conformance-error.js";
import { shortened } from "./finding.js";
import { type OutLine, StdoutLines } from "./stdout-lines.js";

/** How to start the hook that is checked. */
export interface Launch {
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** One call and its outcome: either `result`, or `error`, or neither. */
export interface Exchange {
  readonly method: string;
  readonly params: unknown;
  /** The line that was written. */
  readonly sent: string;
  /** The answer, or a description of what happened instead. */
  readonly received: string;
  readonly answer?: OutLine;
  readonly result?: unknown;
  readonly error?: unknown;
  /** Time from the call to its answer. */
  readonly ms: number;
}

/** A call that was written. */
export interface Written {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
  readonly sent: string;
  /** Milliseconds on the monotonic clock. */
  readonly asked: number;
}

/** A chunk of this many lines or more is treated as a flood. */
const FLOOD_LINES = 256;
const STDERR_CHARACTERS = 2 ** 16;
/** Time to wait for the last output of a hook that has exited. A grandchild may keep stdout open for longer. */
const FINAL_OUTPUT_MS = 200;
const GENTLE_MS = 250;
/**
 * The number of characters of stderr in the description of how the process ended, enough for a stack with its message.
 */
const TAIL = 1000;

/** A running hook. A rule decides every byte that it receives, and sees every line that it writes. */
export class HookUnderTest {
  readonly stdout = new StdoutLines();
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Set<() => void>();
  #stderr = "";
  #exit: Exit | undefined;
  #timedOut = false;
  #nextId = 1;

  private constructor(launch: Launch) {
    const [program = "", ...args] = launch.command;
    const { cwd, env } = launch;
    const child = spawn(program, args, {
      cwd,
      env: { AGENT_HOOK_LOG: "off", ...process.env, ...env },
      stdio: "pipe",
      detached: HAS_GROUPS,
    });
    endTogether(child);
    this.#child = child;
    child.stdout.on("data", (chunk: Buffer) => {
      const lines = this.stdout.push(chunk);
      this.#tell();
      // Lets timers run during a flood. Otherwise, Node reads 2 MB before any timer runs.
      if (lines < FLOOD_LINES) return;
      child.stdout.pause();
      setImmediate(() => child.stdout.resume());
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-STDERR_CHARACTERS);
    });
    // A hook that has exited no longer reads. Its exit explains this better than EPIPE.
    child.stdin.on("error", () => {});
    child.once("exit", (code, signal) => this.#ended({ code, signal }));
  }

  /** Rejects with a `ConformanceError` if the command cannot be started. */
  static async start(launch: Launch): Promise<HookUnderTest> {
    try {
      const hook = new HookUnderTest(launch);
      await once(hook.#child, "spawn");
      return hook;
    } catch (cause) {
      const { command, cwd } = launch;
      // If the folder is missing, Node's message blames the program.
      const where = cwd !== undefined && !existsSync(cwd) ? ` (its folder ${cwd} does not exist)` : "";
      const text = `The hook's command could not be started (${command.join(" ")}): ${(cause as Error).message}${where}`;
      throw new ConformanceError("spawn-failed", `${text}. Give a program and its arguments, as an array`, { cause });
    }
  }

  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** Ids count from 1, as in the host. */
  nextId(): number {
    return this.#nextId++;
  }

  /** The ids that `nextId` has returned so far. */
  get asked(): readonly number[] {
    return Array.from({ length: this.#nextId - 1 }, (_, index) => index + 1);
  }

  write(data: string | Uint8Array): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(data);
  }

  notify(method: string, params: unknown): string {
    const sent = `${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`;
    this.write(sent);
    return sent;
  }

  /** Makes a call and waits for the answer; never rejects. */
  ask(method: string, params: unknown, limitMs: number, id = this.nextId()): Promise<Exchange> {
    const sent = callLine(id, method, params);
    const asked = performance.now();
    this.write(sent);
    return this.answer({ id, method, params, sent, asked }, limitMs);
  }

  /** Waits for the answer to a call that was written. */
  async answer(call: Written, limitMs: number): Promise<Exchange> {
    const from = this.stdout.all.length;
    const look = () => this.stdout.answerTo(call.id) ?? this.#misspelt(call.id, from);
    await this.until(() => look() !== undefined, limitMs);
    const { id: _, asked, ...exchange } = call;
    const answer = this.stdout.answerTo(call.id);
    if (answer === undefined && this.#exit === undefined) this.#timedOut = true;
    const ms = (answer?.at ?? performance.now()) - asked;
    if (answer === undefined) return { ...exchange, received: this.#instead(look(), from, limitMs), ms };
    const { result, error } = answer.message ?? {};
    return {
      ...exchange,
      received: shortened(answer.text),
      answer,
      ms,
      ...(error != null ? { error } : { result: foldAnswerKeys(result) }),
    };
  }

  /** Waits until the condition is true, the process has ended or the time has passed. Resolves with the condition. */
  until(isTrue: () => boolean, limitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isTrue() && this.#exit === undefined) return;
        settle();
      };
      const settle = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(isTrue());
      };
      const timer = setTimeout(settle, limitMs);
      this.#waiting.add(look);
      look();
    });
  }

  /** Whether an answer or the end did not come in time. */
  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** Closes stdin. Resolves with whether the process ended by itself in time. */
  async endStdin(limitMs: number): Promise<boolean> {
    const hasEnded = await this.#endStdin(limitMs);
    if (!hasEnded) this.#timedOut = true;
    return hasEnded;
  }

  /** Ends the process, whatever it does. */
  async close(): Promise<void> {
    if (await this.#endStdin(GENTLE_MS)) return;
    this.#child.kill("SIGKILL");
    await this.until(() => false, 2 ** 31 - 1);
  }

  #endStdin(limitMs: number): Promise<boolean> {
    this.#child.stdin.end();
    return this.until(() => this.#exit !== undefined, limitMs);
  }

  /** What it wrote to stderr so far. Of a long text, the last part. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Describes how the process ended, with the last part of its stderr. */
  get ending(): string {
    const { code = null, signal = null } = this.#exit ?? {};
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    const tail = this.#stderr.trimEnd().slice(-TAIL);
    return `the process ended ${how}${tail === "" ? "" : `; its last output on stderr: ${tail}`}`;
  }

  #instead(misspelt: OutLine | undefined, from: number, limitMs: number): string {
    if (misspelt !== undefined) return shortened(misspelt.text);
    const noise = this.stdout.all.slice(from).find(({ message }) => message === undefined);
    const beside = noise === undefined ? "" : `, but a line that is not a message: ${shortened(noise.text)}`;
    return (this.#exit === undefined ? `nothing in ${limitMs / 1000} s` : this.ending) + beside;
  }

  /**
   * Returns an answer to this call that the host does not accept, because its id is spelt differently, such as `"2"` or
   * `2.0`. Waiting longer is pointless.
   */
  #misspelt(id: number, from: number): OutLine | undefined {
    return this.stdout.all
      .slice(from)
      .find((line) => line.id === undefined && isNumberLike(line.message?.id) && Number(line.message?.id) === id);
  }

  #ended(exit: Exit): void {
    const settle = () => {
      if (this.#exit !== undefined) return;
      clearTimeout(timer);
      this.stdout.end();
      this.#exit = exit;
      // A grandchild may keep these streams open, which would keep this process running.
      this.#child.stdout.destroy();
      this.#child.stderr.destroy();
      this.#tell();
    };
    const timer = setTimeout(settle, FINAL_OUTPUT_MS);
    this.#child.once("close", settle);
  }

  #tell(): void {
    for (const look of [...this.#waiting]) look();
  }
}

/** Formats a call as a line, including the newline. */
export function callLine(id: number, method: string, params: unknown): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

function isNumberLike(id: unknown): boolean {
  return typeof id === "number" || (typeof id === "string" && id !== "");
}
