import { describe, expect, it } from "vitest";
import { MemoryEngine } from "../../src/store/memory-engine.js";
import { addTo, type Windows } from "../../src/store/sliding-window.js";
import { ManualClock } from "../unit/manual-clock.js";
import { engineContract } from "./engine-contract.js";

engineContract("memory", () => {
  const clock = new ManualClock();
  return { engine: new MemoryEngine(clock), pass: (ms) => clock.advance(ms), close() {} };
});

describe("a sliding window", () => {
  it("has a bounded number of additions, which never end too early", () => {
    let windows: Windows = {};
    const used: number[] = [];
    for (let now = 0; now < 2_000_000; now += 311) {
      const result = addTo(windows, { windowMs: 1_000_000, limit: 1e9, amount: 1 }, now);
      windows = result.windows ?? windows;
      used.push(result.use.used);
    }
    expect(windows[1_000_000]?.length).toBeLessThanOrEqual(1001);
    const exact = Math.ceil(1_000_000 / 311);
    expect(used.at(-1)).toBeGreaterThanOrEqual(exact);
    expect(used.at(-1)).toBeLessThanOrEqual(exact * 1.002);
  });

  it("counts an addition from the future, which a clock that was put back leaves, for one more window", () => {
    const left: Windows = { 1000: [[1_000_000, 5]] };
    const window = { windowMs: 1000, limit: 5, amount: 1 };
    const { use, windows = left } = addTo(left, window, 10);
    expect(use).toEqual({ allowed: false, used: 5, retryAfterMs: 1000 });
    expect(addTo(windows, window, 1010).use).toMatchObject({ allowed: true, used: 1 });
  });
});
