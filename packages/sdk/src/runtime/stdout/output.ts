import type { Writable } from "node:stream";

/** The way to the host, after stdout was taken from everybody else. */
export interface Output {
  write(text: string): void;
  /** Whether something of the process stands before what is written next. */
  readonly dirty: boolean;
  /** Whether something that was written did not get out. */
  readonly broken: boolean;
  /** Settles when all that was written is out. */
  flushed(): Promise<void>;
  /** Called when the host no longer reads. */
  onBroken(listener: () => void): void;
}

/** Writes to a stream, which is opened for the first piece; `prefix` goes in front of each. */
export function outputOf(open: () => Writable, dirtyBefore: boolean, prefix: () => string): Output {
  let stream: Writable | undefined;
  let unwritten = 0;
  let broken = false;
  let whenFlushed: (() => void)[] = [];
  let whenBroken = () => {};
  const settle = () => {
    for (const done of whenFlushed) done();
    whenFlushed = [];
  };
  const opened = () => {
    stream = open();
    stream.on("error", () => {
      broken = true;
      settle();
      whenBroken();
    });
    return stream;
  };
  return {
    get dirty() {
      return dirtyBefore || stream !== undefined;
    },
    get broken() {
      return broken;
    },
    write(text) {
      if (broken) return;
      unwritten++;
      (stream ?? opened()).write(prefix() + text, (error) => {
        if (error) broken = true;
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
