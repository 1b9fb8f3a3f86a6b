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
  let whenBroken = () => {};
  const opened = () => {
    stream = open();
    stream.on("error", () => whenBroken());
    return stream;
  };
  const isBroken = () => stream !== undefined && stream.errored !== null;
  return {
    get hasEarlierOutput() {
      return hadEarlierOutput || stream !== undefined;
    },
    get isBroken() {
      return isBroken();
    },
    // Without a callback, for which Node would ask for a tick at each write.
    write(text) {
      (stream ?? opened()).write(prefix() + text);
    },
    async whenFlushed() {
      const out = stream;
      if (out === undefined || out.writableLength === 0 || isBroken()) return;
      // Written after everything that waits.
      await new Promise((resolve) => out.write("", resolve));
    },
    onBroken(listener) {
      whenBroken = listener;
      if (isBroken()) listener();
    },
  };
}
