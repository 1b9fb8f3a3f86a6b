import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Batches } from "../../src/record/batches.js";

describe("decisions of a persistent hook", () => {
  let taken: string[];
  let batches: Batches<string>;
  const addAll = (count: number) => {
    for (let at = 0; at < count; at++) batches.add(`${at}`, false);
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "performance"] });
    taken = [];
    batches = new Batches((items) => taken.push(items.join(" ")));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are recorded together, once each, when none has ended for 5 ms", () => {
    addAll(2);
    vi.advanceTimersByTime(4);
    addAll(3);
    vi.advanceTimersByTime(4);
    expect(taken).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(taken).toEqual(["0 1 2"]);
    addAll(1);
    vi.advanceTimersByTime(5);
    expect(taken).toEqual(["0 1 2", "0"]);
  });

  it("are recorded after about 100 ms, even if calls never pause", () => {
    const addFor = (ms: number) => {
      for (let at = 0; at < ms; at += 3) {
        batches.add(`${at}`, false);
        vi.advanceTimersByTime(3);
      }
    };
    addFor(96);
    expect(taken).toEqual([]);
    addFor(12);
    expect(taken.length).toBeGreaterThan(0);
  });

  it("are recorded after the next answer if a failure is among them", () => {
    addAll(2);
    batches.add("failure", true);
    expect(taken).toEqual([]);
    vi.advanceTimersToNextTimer();
    expect(taken).toEqual(["0 1 failure"]);
  });

  it("are recorded if there are 256, but only a few between two chunks of input", () => {
    addAll(255);
    vi.advanceTimersByTime(1);
    expect(taken).toEqual([]);
    addAll(256);
    vi.runAllTimers();
    for (const items of taken) expect(items.split(" ").length).toBeLessThanOrEqual(16);
    expect(taken.join(" ").split(" ")).toEqual(Array.from({ length: 256 }, (_, at) => `${at}`));
  });

  it("are recorded at once when the process ends, and not again", () => {
    addAll(2);
    batches.flush();
    vi.advanceTimersByTime(1000);
    batches.flush();
    expect(taken).toEqual(["0 1"]);
  });
});
