import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Batches } from "../../src/record/batches.js";

describe("decisions of a persistent hook", () => {
  let taken: string[];
  let written: number[];
  let batches: Batches<string>;
  const addAll = (count: number, from = 0) => {
    for (let at = from; at < from + count; at++) batches.add(`${at}`, false);
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
  const all = () => taken.flatMap((items) => items.split(" "));

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate"] });
    taken = [];
    written = [];
    batches = new Batches({
      take: (items) => taken.push(items.join(" ")),
      write: () => written.push(all().length),
      isLarge: (item) => item.startsWith("large"),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are recorded when none has ended for 25 ms", () => {
    addAll(2);
    vi.advanceTimersByTime(25);
    addAll(1, 2);
    vi.advanceTimersByTime(25);
    expect(taken).toEqual([]);
    vi.advanceTimersByTime(30);
    expect(all()).toEqual(["0", "1", "2"]);
    addAll(1);
    vi.advanceTimersByTime(55);
    expect(all()).toEqual(["0", "1", "2", "0"]);
  });

  it("are recorded after about a second, even if calls never pause", () => {
    const addFor = (ms: number) => {
      for (let at = 0; at < ms; at += 3) {
        batches.add(`${at}`, false);
        vi.advanceTimersByTime(3);
      }
    };
    addFor(960);
    expect(taken).toEqual([]);
    addFor(120);
    expect(taken.length).toBeGreaterThan(0);
  });

  it("are recorded after the next answer if an urgent one is among them", () => {
    addAll(2);
    batches.add("denial", true);
    expect(taken).toEqual([]);
    vi.advanceTimersToNextTimer();
    expect(taken).toEqual(["0 1 denial"]);
    expect(written).toEqual([3]);
  });

  it("wait for a full second again after an urgent one emptied the queue", () => {
    for (let at = 0; at < 38; at++) {
      batches.add(`${at}`, false);
      vi.advanceTimersByTime(25);
    }
    batches.add("urgent", true);
    vi.advanceTimersByTime(200);
    taken = [];
    for (let at = 0; at < 20; at++) {
      batches.add(`${at}`, false);
      vi.advanceTimersByTime(20);
    }
    expect(taken).toEqual([]);
  });

  it("are recorded within 25 ms if a large one is among them", () => {
    addAll(2);
    batches.add("large", false);
    addAll(2, 2);
    vi.advanceTimersByTime(30);
    expect(all()).toEqual(["0", "1", "large", "2", "3"]);
  });

  it("are recorded once each if one that waits becomes urgent", () => {
    addAll(3);
    batches.add("1", true);
    vi.runAllTimers();
    expect(all()).toEqual(["0", "1", "2"]);
  });

  it("are recorded a few at a time, so that calls that have arrived are answered in between", () => {
    addAll(100);
    batches.add("100", true);
    vi.runAllTimers();
    expect(Math.max(...taken.map((items) => items.split(" ").length))).toBeLessThanOrEqual(32);
    expect(all()).toEqual(numbers(101));
    taken = [];
    addAll(100);
    vi.runAllTimers();
    expect(Math.max(...taken.map((items) => items.split(" ").length))).toBeLessThanOrEqual(2);
    expect(all()).toEqual(numbers(100));
  });

  it("never wait in larger numbers than 1,024 after a turn of the event loop, so a flood of calls does not fill the memory", () => {
    for (let turn = 0; turn < 50; turn++) {
      addAll(500, turn * 500);
      vi.advanceTimersToNextTimer();
      expect((turn + 1) * 500 - all().length).toBeLessThanOrEqual(1024);
    }
    vi.runAllTimers();
    expect(all()).toEqual(numbers(25_000));
    expect(written.at(-1)).toBe(25_000);
  });

  it("are recorded after each answer once 1,024 have come without a pause, and written when none has ended for 25 ms", () => {
    addAll(1024);
    expect(taken).toEqual([]);
    let ended = 1024;
    const answer = (calls: number) => {
      for (; calls > 0; calls--) {
        addAll(1, ended++);
        vi.advanceTimersToNextTimer();
      }
    };
    answer(50);
    expect(all()).toEqual(numbers(ended));
    written = [];
    answer(20);
    expect(all()).toEqual(numbers(ended));
    expect(written).toEqual([]);
    vi.advanceTimersByTime(60);
    expect(written).toEqual([ended]);
    answer(1);
    expect(all()).toHaveLength(ended);
    vi.advanceTimersByTime(1100);
    addAll(1, ended);
    vi.advanceTimersByTime(20);
    expect(all()).toHaveLength(ended);
  });

  it("are written at once if an urgent one ends in a flood", () => {
    for (let turn = 0; turn < 50; turn++) {
      addAll(100, turn * 100);
      vi.advanceTimersToNextTimer();
    }
    expect(written).toEqual([]);
    addAll(10, 5000);
    batches.add("5010", true);
    vi.advanceTimersToNextTimer();
    expect(written).toEqual([5011]);
  });

  it("are recorded at once when the process ends, and not again", () => {
    addAll(2);
    batches.flush();
    vi.advanceTimersByTime(1000);
    batches.flush();
    expect(taken).toEqual(["0 1"]);
  });
});
