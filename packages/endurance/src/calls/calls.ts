import type { Plumbing } from "../../../sdk/test/start-process.js";
import { Random } from "../random.js";
import type { StressTest } from "../stress-test.js";
import { Asking } from "./asking.js";
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
    for (const plumbing of ["pipe", "socket"] as const) measured.push(await askAll(plumbing, count / 2, seed));
    return measured.join("; ");
  },
};

async function askAll(plumbing: Plumbing, count: number, seed: number): Promise<string> {
  const random = new Random(seed);
  const asking = new Asking(random, {
    plumbing,
    nodeOptions: ["--expose-gc"],
    args: ["--host", "picoclaw@v0.2.7"],
    env: { COMPOSED: plumbing === "socket" ? "1" : "0" },
  });
  try {
    await asking.start();
    const growth = new Growth();
    while (asking.asked < count) {
      const share = Math.ceil(Math.min(ROUND, count - asking.asked) / PATTERNS.length);
      for (const pattern of PATTERNS) await pattern.ask(asking, share, random);
      growth.add(asking.asked, await asking.memory());
    }
    await asking.end();
    const figures = `${asking.overtaken.toLocaleString("en")} overtook others, ${asking.events.toLocaleString("en")} events`;
    return `${plumbing}: ${figures}, ${growth.demandFlat()}`;
  } finally {
    asking.kill();
  }
}
