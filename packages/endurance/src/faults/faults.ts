import { Random } from "../random.js";
import type { StressTest } from "../stress-test.js";
import { FAULTS } from "./list.js";
import { Round } from "./round.js";

/** Rounds that run at once. Most of them only wait for their processes. */
const AT_ONCE = 4;

export const faults: StressTest = {
  name: "whatever fault a guard has and when, no forbidden tool runs, every call ends, and no process is left",
  unit: "rounds",
  short: 60,
  long: 1000,
  async run(count, seed) {
    const counts = { ran: 0, denied: 0 };
    const scale = { megabytes: count >= 1000 ? 100 : 4 };
    let next = 0;
    const worker = async () => {
      for (let round = next++; round < count; round = next++) {
        // The order of the faults does not depend on the seed, and the values of a round do not depend on other rounds.
        const fault = FAULTS[round % FAULTS.length] as (typeof FAULTS)[number];
        const one = new Round(fault, new Random(seed * 1_000_003 + round), scale);
        await one.run().catch((error: unknown) => {
          next = count;
          throw error;
        });
        counts.ran += one.counts.ran;
        counts.denied += one.counts.denied;
      }
    };
    // When a round fails, the rounds that run at the same time still finish and clean up.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
    for (const result of ended) if (result.status === "rejected") throw result.reason;
    return `${FAULTS.length} faults; of ${(counts.ran + counts.denied).toLocaleString("en")} calls ${counts.ran.toLocaleString("en")} ran, all of them allowed`;
  },
};
