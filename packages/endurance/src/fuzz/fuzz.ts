import { Random } from "../random.js";
import type { StressTest } from "../stress-test.js";
import { FuzzSession } from "./fuzzing.js";

const BATCH = 250;
const KINDS = [
  { plumbing: "pipe", POLICY: "block" },
  { plumbing: "socket", POLICY: "continue" },
] as const;

export const fuzz: StressTest = {
  name: "after any malformed lines, every request gets one answer and the next call is answered correctly",
  unit: "lines",
  short: 5000,
  long: 100_000,
  async run(count, seed) {
    let answers = 0;
    for (const { plumbing, POLICY } of KINDS) {
      const session = new FuzzSession(new Random(seed), { plumbing, env: { POLICY } });
      try {
        await session.start();
        while (session.lines < count / KINDS.length) await session.batch(BATCH);
        await session.end();
        answers += session.answers;
      } finally {
        session.kill();
      }
    }
    return `${answers.toLocaleString("en")} answers, each as JSON-RPC requires`;
  },
};
