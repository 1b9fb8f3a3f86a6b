import type { Writable } from "node:stream";

/** The way to the host, after stdout was taken from everybody else. */
export interface Output {
  write(text: string): void;
  /** Whether something of the process stands before all that is written here. */
  readonly dirty: boolean;
  /** Settles when all that was written is out. */
  flushed(): Promise<void>;
  /** Called when the host no longer reads. */
  onBroken(listener: () => void): void;
}

/** Writes to a stream; `prefix` goes in front of each piece. */
export function outputOf(stream: Writable, dirty: boolean, prefix: () => string): Output {
  let unwritten = 0;
  let broken = false;
  let whenFlushed: (() => void)[] = [];
  let whenBroken = () => {};
  const settle = () => {
    for (const done of whenFlushed) done();
    whenFlushed = [];
  };
  stream.on("error", () => {
    broken = true;
    settle();
    whenBroken();
  });
  return {
    dirty,
    write(text) {
      if (broken) return;
      unwritten++;
      stream.write(prefix() + text, () => {
        if (--unwritten === 0) settle();
      });
    },
    flushed: () =>
      unwritten === 0 || broken ? Promise.resolve() : new Promise((resolve) => whenFlushed.push(resolve)),
    onBroken(listener) {
      whenBroken = listener;
      if (broken) listener();
    },
  };
}
