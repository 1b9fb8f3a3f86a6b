import { EventEmitter } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Recorder } from "../src/trace/recorder.js";
import type { Progress } from "../src/trace/recorder-thread.js";

const threads = vi.hoisted((): { made: EventEmitter[] } => ({ made: [] }));
vi.mock("node:worker_threads", async (original) => ({
  ...(await original()),
  Worker: class {
    constructor() {
      const thread = Object.assign(new EventEmitter(), { postMessage() {}, terminate() {} });
      threads.made.push(thread);
      // biome-ignore lint/correctness/noConstructorReturn: what is made is an emitter, whose class no mock can load
      return thread;
    }
  },
}));

const ALMOST_ALL_MS = 29_999;

/** Returns a recorder that is ending, with a thread that acts only on request. */
function ending() {
  vi.useFakeTimers();
  const stopped: string[] = [];
  const recorder = new Recorder({ path: "trace.jsonl", raw: false }, (why) => stopped.push(why));
  recorder.add("host", Buffer.from("{}\n"));
  const recorded = recorder.end({ exit: 0 });
  const progress = (lines: number, isLast: boolean): Progress => ({ done: 1, lines: { host: lines, hook: 0 }, isLast });
  const hear = (lines: number, isLast = false) => threads.made.at(-1)?.emit("message", progress(lines, isLast));
  return { recorded, stopped, hear };
}

describe("at the end of a recording", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("a slow thread may take as long as it needs", async () => {
    const { recorded, stopped, hear } = ending();
    for (const lines of [1, 2, 3]) {
      vi.advanceTimersByTime(ALMOST_ALL_MS);
      hear(lines);
    }
    vi.advanceTimersByTime(ALMOST_ALL_MS);
    hear(4, true);
    expect(await recorded).toEqual({ lines: { host: 4, hook: 0 } });
    expect(stopped).toEqual([]);
  });

  test("a thread that stands still is left after 30 seconds", async () => {
    const { recorded, stopped, hear } = ending();
    hear(1);
    vi.advanceTimersByTime(ALMOST_ALL_MS + 1);
    const why = "nothing more was written within 30000 ms";
    expect(await recorded).toEqual({ lines: { host: 1, hook: 0 }, stopped: why });
    expect(stopped).toEqual([why]);
  });
});
