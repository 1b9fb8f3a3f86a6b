import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { Flow } from "../../src/trace/flow.js";
import { folder } from "../temporary-folder.js";

const CHUNK = Buffer.alloc(10_000, "x");

/** A sink that accepts one chunk at a time, on request. */
class SlowSink extends Writable {
  taken = 0;
  #done = () => {};

  override _write(chunk: Buffer, _encoding: unknown, done: () => void): void {
    this.#done = () => {
      this.taken += chunk.length;
      done();
    };
  }

  take(): void {
    const done = this.#done;
    this.#done = () => {};
    done();
  }
}

/** Creates a pipe. Returns its read end and a function that writes until the pipe is full. */
function pipe() {
  const path = join(folder(), "pipe");
  execFileSync("mkfifo", [path]);
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const source = openSync(path, O_RDONLY | O_NONBLOCK);
  const end = openSync(path, O_WRONLY | O_NONBLOCK);
  onTestFinished(() => closeSync(end));
  const fill = (): number => {
    try {
      return writeSync(end, CHUNK);
    } catch {
      return 0;
    }
  };
  return { source, fill };
}

/** Creates a stream that supplies as much as is requested. */
function stream() {
  const source = new Readable({ read: () => void source.push(CHUNK) });
  return { source, fill: () => 0 };
}

describe.each(["pipe", "stream"] as const)("a flow from a %s", (kind) => {
  function start() {
    const { source, fill } = kind === "pipe" ? pipe() : stream();
    const sink = new SlowSink();
    const flow = new Flow(source, sink);
    onTestFinished(() => flow.stop());
    /** Offers much more than a pipe and a few chunks hold. Returns how much arrived. */
    const offer = async (each = () => {}): Promise<number> => {
      const before = flow.bytes;
      for (let turn = 0; turn < 300; turn++) {
        fill();
        each();
        await new Promise(setImmediate);
      }
      return flow.bytes - before;
    };
    return { sink, flow, offer };
  }
  const A_FEW = 20 * CHUNK.length;

  test("waits for a slow sink and continues with it", async () => {
    const { sink, flow, offer } = start();
    expect(await offer()).toBeLessThan(A_FEW);
    expect(flow.isBlocked).toBe(true);
    expect(await offer(() => sink.take())).toBeGreaterThan(A_FEW);
  });
});

test("does not overwrite a waiting chunk with the next", async () => {
  const path = join(folder(), "pipe");
  execFileSync("mkfifo", [path]);
  const end = openSync(path, "r+");
  onTestFinished(() => closeSync(end));
  const sink = new PassThrough();
  const flow = new Flow(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), sink);
  for (const letter of "abc") {
    const length = flow.bytes + writeSync(end, letter.repeat(100));
    while (flow.bytes < length) await new Promise(setImmediate);
  }
  expect(String(sink.read())).toBe("a".repeat(100) + "b".repeat(100) + "c".repeat(100));
  flow.stop();
});
