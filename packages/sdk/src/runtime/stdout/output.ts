import type { Writable } from "node:stream";

/** The output to the host, once the protocol has stdout for itself. */
export interface Output {
  write(text: string): void;
  /** Whether the process already wrote something to stdout. */
  readonly hasEarlierOutput: boolean;
  /** Whether a write failed. */
  readonly isBroken: boolean;
  /** Settles when everything is written, or a write failed. */
  whenFlushed(): Promise<void>;
  /** Calls `listener` when the host no longer reads. */
  onBroken(listener: () => void): void;
}

/** Creates an output to a stream, which is opened at the first write. `prefix` precedes each write. */
export function outputOf(open: () => Writable, hadEarlierOutput: boolean, prefix: () => string): Output {
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
    get hasEarlierOutput() {
      return hadEarlierOutput || stream !== undefined;
    },
    get isBroken() {
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
    whenFlushed: () =>
      unwritten === 0 || broken ? Promise.resolve() : new Promise((resolve) => whenFlushed.push(resolve)),
    onBroken(listener) {
      whenBroken = listener;
      if (broken) listener();
    },
  };
}
