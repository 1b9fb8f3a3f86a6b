import type { Plumbing } from "../../../sdk/test/start-process.js";
import { Random } from "../random.js";
import type { StressTest } from "../stress-test.js";
import { CallSession } from "./call-session.js";
import { Growth } from "./growth.js";
import { PATTERNS } from "./patterns.js";

/** Calls per round. A round runs every pattern and then measures the memory. */
const ROUND = 25_000;

export const calls: StressTest = {
  name: "every call gets exactly its own answer, in every pattern of calls, and memory stays flat",
  unit: "calls",
  short: 20_000,
  long: 1_000_000,
  async run(count, seed) {
    const measured: string[] = [];
    for (const plumbing of ["pipe", "socket"] as const) measured.push(await runCalls(plumbing, count / 2, seed));
    return measured.join("; ");
  },
};

async function runCalls(plumbing: Plumbing, count: number, seed: number): Promise<string> {
  const random = new Random(seed);
  const session = new CallSession(random, {
    plumbing,
    nodeOptions: ["--expose-gc"],
    args: ["--host", "picoclaw@v0.2.7"],
    env: { COMPOSED: plumbing === "socket" ? "1" : "0" },
  });
  try {
    await session.start();
    const growth = new Growth();
    while (session.sent < count) {
      const share = Math.ceil(Math.min(ROUND, count - session.sent) / PATTERNS.length);
      for (const pattern of PATTERNS) await pattern.run(session, share, random);
      growth.add(session.sent, await session.memory());
    }
    await session.end();
    const figures = `${session.overtaken.toLocaleString("en")} overtook others, ${session.events.toLocaleString("en")} events`;
    return `${plumbing}: ${figures}, ${growth.assertFlat()}`;
  } finally {
    session.kill();
  }
}
