import type { Random } from "../random.js";
import type { CallSession } from "./call-session.js";

/** A way to keep calls in flight. */
export interface Pattern {
  readonly name: string;
  /** Sends `count` calls and waits for every answer. */
  run(session: CallSession, count: number, random: Random): Promise<void>;
}

/** Draws a number of event loop turns for the handler, or `undefined` to answer at once. */
const anyTurns = (random: Random) => () => (random.below(2) === 0 ? undefined : random.below(20));

/** Sends the next call as soon as fewer than `size` calls are open. */
const window = (size: number): Pattern => ({
  name: size === 1 ? "one by one" : `${size.toLocaleString("en")} in flight`,
  async run(session, count) {
    for (let left = count; left > 0; left--) {
      await session.atMost(size - 1);
      for (const line of session.lines(1)) await session.write(line);
    }
    await session.atMost(0);
  },
});

export const PATTERNS: readonly Pattern[] = [
  window(1),
  window(10),
  window(100),
  window(1000),
  {
    name: "all at once",
    async run(session, count) {
      for (let left = count; left > 0; left -= 1000) {
        await session.write(Buffer.concat(session.lines(Math.min(left, 1000))));
      }
      await session.atMost(0);
    },
  },
  {
    name: "in bursts",
    async run(session, count, random) {
      for (let left = count; left > 0; ) {
        const size = Math.min(left, 1 + random.below(500));
        await session.write(Buffer.concat(session.lines(size)));
        await session.atMost(random.below(2) === 0 ? 0 : random.below(size));
        left -= size;
      }
      await session.atMost(0);
    },
  },
  {
    name: "answered out of order",
    async run(session, count, random) {
      const before = session.overtaken;
      for (let left = count; left > 0; left -= 500) {
        await session.write(Buffer.concat(session.lines(Math.min(left, 500), anyTurns(random))));
        await session.atMost(1000);
      }
      await session.atMost(0);
      if (session.overtaken === before) throw new Error("no call overtook another one");
    },
  },
  {
    name: "cut at any byte",
    async run(session, count, random) {
      for (let left = count; left > 0; left -= 200) {
        const bytes = Buffer.concat(session.lines(Math.min(left, 200), anyTurns(random)));
        for (let at = 0; at < bytes.length; ) {
          const end = Math.min(bytes.length, at + 1 + random.below(4000));
          await session.write(bytes.subarray(at, end));
          // With this pause, the hook usually reads these bytes as a separate chunk.
          await new Promise(setImmediate);
          at = end;
        }
        await session.atMost(1000);
      }
      await session.atMost(0);
    },
  },
];
