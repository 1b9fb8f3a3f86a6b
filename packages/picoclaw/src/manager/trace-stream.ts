/** The most entries that may wait for a reader. Beyond this limit, the oldest are dropped. */
const MAX_WAITING = 1000;

/** Passes entries to any number of readers, each at its own pace. Without readers, nothing is kept. */
export class TraceStream<Entry> {
  readonly #readers = new Set<Reader<Entry>>();
  #closed = false;

  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  push(entry: Entry): void {
    for (const reader of this.#readers) reader.push(entry);
  }

  /**
   * Returns an iterator over the entries from now on. It ends when the stream is closed or the reader leaves its loop.
   */
  read(): AsyncIterableIterator<Entry, undefined, undefined> {
    const reader = new Reader<Entry>(() => this.#readers.delete(reader));
    if (this.#closed) reader.close();
    else this.#readers.add(reader);
    return reader;
  }

  close(): void {
    this.#closed = true;
    for (const reader of [...this.#readers]) reader.close();
  }
}

class Reader<Entry> implements AsyncIterableIterator<Entry, undefined, undefined> {
  readonly #waiting: Entry[] = [];
  #pendingReads: ((result: IteratorResult<Entry, undefined>) => void)[] = [];
  #closed = false;

  constructor(private readonly leave: () => void) {}

  push(entry: Entry): void {
    const pendingRead = this.#pendingReads.shift();
    if (pendingRead !== undefined) {
      pendingRead({ value: entry, done: false });
      return;
    }
    this.#waiting.push(entry);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  next(): Promise<IteratorResult<Entry, undefined>> {
    const entry = this.#waiting.shift();
    if (entry !== undefined) return Promise.resolve({ value: entry, done: false });
    if (this.#closed) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.#pendingReads.push(resolve));
  }

  return(): Promise<IteratorResult<Entry, undefined>> {
    this.#waiting.length = 0;
    this.close();
    return Promise.resolve({ value: undefined, done: true });
  }

  close(): void {
    this.#closed = true;
    this.leave();
    for (const resolve of this.#pendingReads) resolve({ value: undefined, done: true });
    this.#pendingReads = [];
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
