import type { Readable, Writable } from "node:stream";
import { endTogether } from "@agent-hook/sdk/internal/process-group";
import { withLastLines } from "../start-failure.js";
import { LineReader } from "../trace/line-reader.js";
import { type Ending, type StartedHook, startHook } from "../trace/start-hook.js";
import { type Id, type Request, type Response, readMessage } from "./message.js";
import type { ProcessWatch } from "./process-watch.js";

/** What a version does once it receives the host's calls. */
export interface VersionListener {
  onLine(version: HookVersion, line: Buffer): void;
  /** Called once, after its last line. */
  onEnd(version: HookVersion, reason: string): void;
  /** It has read what it was sent. */
  onDrain(version: HookVersion): void;
  /** Whether its output must wait, because the host does not read. */
  isBlocked(): boolean;
}

/** A call of the host. */
export interface RunningCall {
  readonly request: Request;
  readonly line: Buffer;
}

/** How long to wait for output after the process has exited. Another process may hold its stdout open for ever. */
const QUIET_MS = 200;
/** The time to exit after stdout was closed. */
const EXIT_MS = 1000;
/** The times to exit after stdin was closed, and after SIGTERM. PicoClaw waits 2 s for the first. */
const [END_MS, TERM_MS] = [2000, 1000];
const MAX_STDERR_LENGTH = 16_384;
/** How much output is held back. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** A process of the hook. Until it is connected to the host, its output is held back. */
export class HookVersion {
  /** The host's calls that it has not answered. */
  readonly calls = new Map<Id, RunningCall>();
  /** Whether this is the last version. No other version writes after it, so an incomplete line is passed on, too. */
  isLast = false;
  /** Resolves when the process has exited. */
  readonly exited: Promise<Ending>;
  readonly #stdin: Writable;
  readonly #stdout: Readable;
  readonly #process: StartedHook["process"];
  readonly #lines = new LineReader();
  readonly #asked = new Map<Id, { resolve(answer: HandshakeAnswer): void; reject(reason: Error): void }>();
  #heldLines: Buffer[] = [];
  #heldBytes = 0;
  #heldStderr = "";
  #listener: VersionListener | undefined;
  /** Why it ended, once it has. */
  #ended: string | undefined;
  #why: string | undefined;
  #stopping: Promise<void> | undefined;
  /** Resolves when it has exited and its output was read. */
  readonly #read: Promise<void>;

  private constructor(started: StartedHook) {
    this.#process = started.process;
    this.#stdin = started.stdin;
    this.exited = started.ended;
    // A hook that has exited no longer reads.
    this.#stdin.on("error", () => {});
    this.#stdin.on("drain", () => this.#listener?.onDrain(this));
    started.stderr?.on("data", (chunk: Buffer) => this.#onStderr(chunk));
    this.#stdout = started.stdout.on("data", (chunk: Buffer) => this.#onOutput(chunk));
    this.#stdout.on("error", () => {});
    const read = new Promise<void>((resolve) => {
      this.#stdout.once("end", resolve).once("close", resolve);
    });
    void read.then(() => setTimeout(() => this.#kill("closed its stdout"), EXIT_MS).unref());
    this.#read = this.exited.then(async (ending) => {
      await Promise.race([read, new Promise((resolve) => setTimeout(resolve, QUIET_MS))]);
      this.#stdout.destroy();
      this.#onEnd(
        this.#why ?? ("signal" in ending ? `was killed by ${ending.signal}` : `ended with code ${ending.exit}`),
      );
    });
  }

  /** Starts the hook. Rejects with a `CommandError` if the program is missing. */
  static async start(command: readonly [string, ...string[]], watch: ProcessWatch): Promise<HookVersion> {
    const started = await startHook(command, { stderr: "pipe", ownGroup: true });
    const pid = started.process.pid as number;
    watch.add(pid);
    endTogether(started.process);
    void started.ended.then(() => watch.remove(pid));
    return new HookVersion(started);
  }

  /** Whether it reads what it is sent. */
  get keepsUp(): boolean {
    return !this.#stdin.writableNeedDrain;
  }

  send(line: Buffer): void {
    if (this.#stdin.writable) this.#stdin.write(line);
  }

  /** Sends a request of the handshake. Rejects if the process ends before it answers. */
  ask(id: Id, line: Buffer): Promise<HandshakeAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) reject(new Error(this.#ended));
      this.#asked.set(id, { resolve, reject });
      this.send(line);
    });
  }

  /** Connects it to the host, which first receives the output that was held back. */
  connect(listener: VersionListener): void {
    this.#listener = listener;
    if (this.#heldStderr !== "") process.stderr.write(this.#heldStderr);
    this.#heldStderr = "";
    for (const line of this.#heldLines.splice(0)) listener.onLine(this, line);
    if (this.#ended !== undefined) listener.onEnd(this, this.#ended);
  }

  /** Adds the last lines on stderr of a version that was not connected. */
  withStderr(reason: string): string {
    return withLastLines(reason, this.#heldStderr.trimEnd());
  }

  resume(): void {
    this.#stdout.resume();
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** Ends the process as a host does: closes stdin, waits, sends SIGTERM, waits, sends SIGKILL. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  kill(): void {
    this.signal("SIGKILL");
    this.#stdin.destroy();
  }

  async #stop(): Promise<void> {
    this.#stdin.end();
    if (!(await this.#exitsWithin(END_MS))) {
      this.signal("SIGTERM");
      if (!(await this.#exitsWithin(TERM_MS))) this.kill();
    }
    await this.#read;
  }

  #kill(why: string): void {
    this.#why ??= why;
    this.kill();
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const exits = await Promise.race([this.exited.then(() => true), late]);
    clearTimeout(timer);
    return exits;
  }

  #onOutput(chunk: Buffer): void {
    try {
      for (const line of this.#lines.push(chunk)) this.#onLine(line);
    } catch (error) {
      this.#kill((error as Error).message);
    }
    if (this.#listener?.isBlocked()) this.#stdout.pause();
  }

  #onLine(line: Buffer): void {
    if (this.#listener !== undefined) {
      this.#listener.onLine(this, line);
      return;
    }
    const [response] = readMessage(line).responses;
    const asked = response && this.#asked.get(response.id);
    if (response === undefined || asked === undefined) {
      this.#heldLines.push(line);
      this.#heldBytes += line.length;
      if (this.#heldBytes > MAX_HELD_BYTES) this.#kill("printed more than 16 MiB before it received a call");
      return;
    }
    this.#asked.delete(response.id);
    asked.resolve({ line, response });
  }

  #onStderr(chunk: Buffer): void {
    if (this.#listener !== undefined) process.stderr.write(chunk);
    else this.#heldStderr = (this.#heldStderr + chunk.toString()).slice(-MAX_STDERR_LENGTH);
  }

  #onEnd(reason: string): void {
    const rest = this.#lines.end();
    if (this.isLast && rest.length > 0) this.#onLine(rest);
    else if (isJson(rest)) this.#onLine(Buffer.concat([rest, Buffer.from("\n")]));
    this.#ended = reason;
    for (const { reject } of this.#asked.values()) reject(new Error(`it ${reason} before it answered`));
    this.#listener?.onEnd(this, reason);
  }
}

/** The answer to a request of the handshake. */
export interface HandshakeAnswer {
  readonly line: Buffer;
  readonly response: Response;
}

function isJson(line: Buffer): boolean {
  const { requests, responses, notifications } = readMessage(line);
  return requests.length + responses.length + notifications.length > 0;
}
