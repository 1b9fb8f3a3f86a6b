import { Worker } from "node:worker_threads";
import type { Batch, Piece, Progress, RecordingOptions } from "./recorder-thread.js";
import type { Ending } from "./start-hook.js";

const BATCH_BYTES = 65_536;
/** A message to the thread costs as much as a call, so chunks are batched. Killing this process loses this much. */
const BATCH_MS = 10;
/** How far the thread may lag behind: about 60,000 calls, or 3 s of its work. Beyond that, the wire waits for it. */
const MOST_WAITING = 32 * 1024 * 1024;
/** Enough for a line of 60 MB, unless it consists only of brackets. */
const MOST_MEMORY_MB = 512;
/** The longest wait of the wire for a stalled thread: PicoClaw gives up writing an event after 500 ms. */
const WIRE_PATIENCE_MS = 400;
/** At the end, no call is waiting: a slow thread may finish, but a stalled one may not. */
const END_PATIENCE_MS = 30_000;

/** Relative to the chunk of the bundle that contains this code. */
const THREAD = new URL("../trace/recorder-thread.js", import.meta.url);

/** The number of recorded lines, and why recording stopped early, if it did. */
export interface Recorded {
  readonly lines: Progress["lines"];
  readonly stopped?: string;
}

/** Records in a separate thread, so that neither the search for secrets nor the disk delays a call. */
export class Recorder {
  /** Resolves when the thread runs, or never will. */
  readonly started: Promise<void>;
  readonly #thread: Worker | undefined;
  readonly #roomListeners: (() => void)[] = [];
  #batch: Buffer | undefined;
  #bytes = 0;
  #pieces: Piece[] = [];
  #batchTimer: NodeJS.Timeout | undefined;
  /** Bytes that were sent to the thread and not processed yet. */
  #waiting = 0;
  #lines: Progress["lines"] = { host: 0, hook: 0 };
  #impatience: NodeJS.Timeout | undefined;
  #isEnding = false;
  #isOver = false;
  #stopped: string | undefined;
  #settle = () => {};
  readonly #settled = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });

  constructor(
    options: RecordingOptions,
    /** Called once if the recording stops early. */
    private readonly onStopped: (why: string) => void,
  ) {
    this.#thread = this.#start(options);
    const online = new Promise<void>((resolve) => this.#thread?.once("online", resolve));
    this.started = Promise.race([online, this.#settled]);
  }

  get isFull(): boolean {
    return this.#waiting > MOST_WAITING;
  }

  /** Adds a listener that is called when there is room again. */
  onRoom(listener: () => void): void {
    this.#roomListeners.push(listener);
  }

  /** Records a copy of a chunk. An empty chunk ends its direction. */
  add(from: Piece["from"], chunk: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#batch !== undefined && this.#bytes + chunk.length > this.#batch.length) this.#post();
    this.#batch ??= Buffer.allocUnsafeSlow(Math.max(BATCH_BYTES, chunk.length));
    this.#batch.set(chunk, this.#bytes);
    this.#bytes += chunk.length;
    this.#pieces.push({ from, at: Date.now(), length: chunk.length });
    this.#batchTimer ??= setTimeout(() => this.#post(), BATCH_MS);
  }

  /** Records how the hook ended, and waits until everything is written. */
  async end(ending: Ending): Promise<Recorded> {
    if (!this.#isOver) {
      this.#isEnding = true;
      this.#post(ending);
      await this.#settled;
    }
    return { lines: this.#lines, ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }) };
  }

  #start(options: RecordingOptions): Worker | undefined {
    try {
      const resourceLimits = { maxOldGenerationSizeMb: MOST_MEMORY_MB };
      const thread = new Worker(THREAD, { workerData: options, resourceLimits });
      thread.on("message", (progress: Progress) => this.#hear(progress));
      thread.on("error", (error) => this.#stop(error.message));
      thread.on("exit", () => this.#stop("the writer thread exited"));
      return thread;
    } catch (error) {
      this.#stop((error as Error).message);
      return undefined;
    }
  }

  #post(ending?: Ending): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    const bytes = this.#batch ?? Buffer.allocUnsafeSlow(0);
    const batch: Batch = { bytes, pieces: this.#pieces, ...(ending === undefined ? {} : { ending }) };
    this.#batch = undefined;
    this.#bytes = 0;
    this.#pieces = [];
    this.#waiting += bytes.length;
    this.#thread?.postMessage(batch, [bytes.buffer as ArrayBuffer]);
    this.#watch();
  }

  #hear({ done, lines, isLast }: Progress): void {
    if (this.#isOver) return;
    const wasFull = this.isFull;
    this.#waiting -= done;
    this.#lines = lines;
    if (isLast) this.#close();
    else this.#watch();
    if (wasFull && !this.isFull) this.#tellRoom();
  }

  /** Requires progress of the thread while anything waits for it. */
  #watch(): void {
    clearTimeout(this.#impatience);
    if (this.#isEnding) this.#giveUpAfter(END_PATIENCE_MS);
    else if (this.isFull) this.#giveUpAfter(WIRE_PATIENCE_MS);
  }

  #giveUpAfter(ms: number): void {
    this.#impatience = setTimeout(() => this.#stop(`nothing more was written within ${ms} ms`), ms);
  }

  #stop(why: string): void {
    if (this.#isOver) return;
    this.#stopped = why;
    this.#close();
    void this.#thread?.terminate();
    this.onStopped(why);
    this.#tellRoom();
  }

  #tellRoom(): void {
    for (const listener of this.#roomListeners) listener();
  }

  #close(): void {
    this.#isOver = true;
    this.#waiting = 0;
    this.#batch = undefined;
    clearTimeout(this.#batchTimer);
    clearTimeout(this.#impatience);
    this.#settle();
  }
}
