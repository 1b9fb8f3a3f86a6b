import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OperationLimit, StoreEngine } from "../../src/store/engine.js";

/** An engine under test, with its time. */
export interface EngineUnderTest {
  readonly engine: StoreEngine;
  /** Lets time pass for the engine. */
  pass(ms: number): Promise<void> | void;
  close(): Promise<void> | void;
}

const LIMIT: OperationLimit = { signal: new AbortController().signal, ms: 60_000 };
const HOUR = 3_600_000;

/** What every engine does. `open` returns an empty store. */
export function engineContract(name: string, open: () => Promise<EngineUnderTest> | EngineUnderTest): void {
  describe(`the store in ${name}`, () => {
    let subject: EngineUnderTest;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.close());

    const engine = () => subject.engine;
    const add = (amount: number, windowMs = 100_000, limit = 10) =>
      engine().addToWindow("w", { windowMs, limit, amount }, LIMIT);

    it("has no value before one is written, and none after it is deleted", async () => {
      expect(await engine().get("a", LIMIT)).toBeUndefined();
      await engine().set("a", '"x"', HOUR, LIMIT);
      expect(await engine().get("a", LIMIT)).toBe('"x"');
      expect(await engine().get("b", LIMIT)).toBeUndefined();
      await engine().delete("a", LIMIT);
      expect(await engine().get("a", LIMIT)).toBeUndefined();
    });

    it("keeps every character of a value and of a key", async () => {
      const text = JSON.stringify("\u0000\u007f ä 😀 \ud800 \\ ' \" % {}\n");
      await engine().set(text, text, HOUR, LIMIT);
      expect(await engine().get(text, LIMIT)).toBe(text);
    });

    it("removes a value when its lifetime has passed since it was last written", async () => {
      await engine().set("a", "1", 100_000, LIMIT);
      await subject.pass(60_000);
      expect(await engine().increment("a", 1, 100_000, LIMIT)).toBe(2);
      await subject.pass(60_000);
      expect(await engine().get("a", LIMIT)).toBe("2");
      await subject.pass(60_000);
      expect(await engine().get("a", LIMIT)).toBeUndefined();
      expect(await engine().increment("a", 1, 100_000, LIMIT)).toBe(1);
    });

    it("adds to a number, also a fraction or a negative number", async () => {
      expect(await engine().increment("n", 1, HOUR, LIMIT)).toBe(1);
      expect(await engine().increment("n", 0.25, HOUR, LIMIT)).toBe(1.25);
      expect(await engine().increment("n", -2.25, HOUR, LIMIT)).toBe(-1);
      expect(await engine().get("n", LIMIT)).toBe("-1");
      await engine().set("n", "9007199254740990", HOUR, LIMIT);
      expect(await engine().increment("n", 1, HOUR, LIMIT)).toBe(9007199254740991);
    });

    it("does not add to a value that is not a number", async () => {
      await engine().set("n", '"1"', HOUR, LIMIT);
      const adding = async () => engine().increment("n", 1, HOUR, LIMIT);
      await expect(adding()).rejects.toMatchObject({ name: "StoreError", code: "invalid-value" });
      expect(await engine().get("n", LIMIT)).toBe('"1"');
    });

    it("writes only over the expected value", async () => {
      expect(await engine().compareAndSet("c", "1", "2", HOUR, LIMIT)).toBe(false);
      expect(await engine().compareAndSet("c", undefined, "1", HOUR, LIMIT)).toBe(true);
      expect(await engine().compareAndSet("c", undefined, "2", HOUR, LIMIT)).toBe(false);
      expect(await engine().compareAndSet("c", "1", "2", 100_000, LIMIT)).toBe(true);
      expect(await engine().get("c", LIMIT)).toBe("2");
      await subject.pass(150_000);
      expect(await engine().compareAndSet("c", "2", "3", HOUR, LIMIT)).toBe(false);
      expect(await engine().compareAndSet("c", undefined, "3", HOUR, LIMIT)).toBe(true);
    });

    it("adds to a window until the limit, and again when amounts have left it", async () => {
      expect(await add(6)).toEqual({ allowed: true, used: 6, retryAfterMs: 0 });
      await subject.pass(40_000);
      expect(await add(4)).toEqual({ allowed: true, used: 10, retryAfterMs: 0 });
      const denied = await add(1);
      expect(denied).toMatchObject({ allowed: false, used: 10 });
      expect(denied.retryAfterMs).toBeGreaterThan(0);
      expect(denied.retryAfterMs).toBeLessThanOrEqual(60_000);
      await subject.pass(denied.retryAfterMs);
      expect(await add(6)).toEqual({ allowed: true, used: 10, retryAfterMs: 0 });
    });

    it("waits for as many amounts as are needed", async () => {
      await add(1);
      await subject.pass(50_000);
      await add(9);
      const { retryAfterMs } = await add(5);
      expect(retryAfterMs).toBeGreaterThan(50_000);
      expect(retryAfterMs).toBeLessThanOrEqual(100_000);
    });

    it("never has room for more than the limit", async () => {
      expect(await add(11)).toEqual({ allowed: false, used: 0, retryAfterMs: Number.POSITIVE_INFINITY });
    });

    it("counts windows of different lengths under one key separately", async () => {
      expect(await add(10, 100_000)).toMatchObject({ allowed: true });
      expect(await add(10, 6_000_000)).toMatchObject({ allowed: true, used: 10 });
      await subject.pass(150_000);
      expect(await add(10, 100_000)).toMatchObject({ allowed: true, used: 10 });
      expect(await add(1, 6_000_000)).toMatchObject({ allowed: false, used: 10 });
    });

    it("keeps a window apart from a value of the same key, and deletes both", async () => {
      await add(3);
      await engine().set("w", "1", HOUR, LIMIT);
      expect(await engine().get("w", LIMIT)).toBe("1");
      await engine().delete("w", LIMIT);
      expect(await engine().get("w", LIMIT)).toBeUndefined();
      expect(await add(1)).toMatchObject({ used: 1 });
    });

    it("expects a number that was added to, however it is stored", async () => {
      for (const [by, sum] of [
        [0.1, 0.1],
        [0.2, 0.1 + 0.2],
        [123456789012345680000, 123456789012345680000],
      ] as const) {
        expect(await engine().increment("f", by, HOUR, LIMIT)).toBe(sum);
      }
      expect(await engine().compareAndSet("f", "123456789012345680000", '"1"', HOUR, LIMIT)).toBe(true);
      expect(await engine().compareAndSet("f", "1", "2", HOUR, LIMIT)).toBe(false);
    });

    it("adds fractions to a window, also one without a limit", async () => {
      expect(await add(0.1)).toMatchObject({ used: 0.1 });
      expect(await add(0.2)).toMatchObject({ used: 0.1 + 0.2 });
      expect(await add(1e300, 100_000, Number.POSITIVE_INFINITY)).toMatchObject({ allowed: true, used: 1e300 });
    });

    it("bounds the size of a window without allowing more", async () => {
      for (let round = 0; round < 50; round++) await add(1, 100_000_000, 1000);
      expect(await add(950, 100_000_000, 1000)).toMatchObject({ allowed: true, used: 1000 });
      expect(await add(1, 100_000_000, 1000)).toMatchObject({ allowed: false, used: 1000 });
    });
  });
}
