import { PassThrough, Readable, Writable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { Tee } from "../src/trace/tee.js";

const CHUNK = Buffer.alloc(10_000, "x");

/** A sink that accepts one chunk at a time, on request. */
class SlowSink extends Writable {
  #done = () => {};

  override _write(_chunk: Buffer, _encoding: unknown, done: () => void): void {
    this.#done = done;
  }

  take(): void {
    const done = this.#done;
    this.#done = () => {};
    done();
  }
}

test("waits for a slow reader and continues with it", async () => {
  const sink = new SlowSink();
  let offered = 0;
  const source = new Readable({ read: () => void source.push(CHUNK) });
  const onChunk = (chunk: Buffer) => {
    offered += chunk.length;
  };
  const tee = new Tee(source, sink, { onChunk });
  onTestFinished(() => tee.stop());
  /** Gives much more time than a few chunks need. Returns how many bytes were passed on. */
  const passedOn = async (each = () => {}): Promise<number> => {
    const before = offered;
    for (let turn = 0; turn < 300; turn++) {
      each();
      await new Promise(setImmediate);
    }
    return offered - before;
  };
  const few = 20 * CHUNK.length;
  expect(await passedOn()).toBeLessThan(few);
  expect(await passedOn(() => sink.take())).toBeGreaterThan(few);
});

test("passes on everything that was written before the writer's end", async () => {
  const [source, sink] = [new PassThrough(), new PassThrough()];
  const tee = new Tee(source, sink);
  source.write("a");
  source.end("b");
  await tee.finish();
  expect(String(sink.read())).toBe("ab");
});
