import { Random } from "../random.js";
import type { StressTest } from "../stress-test.js";
import type { GuaranteeCase } from "./case.js";
import { drawCase } from "./draw.js";
import { hostNamed } from "./hosts.js";
import { runWithControls } from "./judge.js";
import { simplest } from "./simplest.js";

const AT_ONCE = 2;
/** Stops at this number of failures. More of them add no information. */
const MAX_FAILURES = 20;

/** Draws each case independently, so that it can be drawn again without the cases before it. */
const caseOf = (seed: number, n: number) => drawCase(new Random(seed * 1_000_003 + n));

export const guarantee: StressTest = {
  name: "the guarantee: no call runs that a guard denies, whatever its faults, its host and its environment",
  unit: "cases",
  short: 60,
  long: 3000,
  async run(count, seed, { only, without = [], onFailure } = {}) {
    const failures = new Map<string, string>();
    const struck = new Map<string, number>();
    const numbers = only === undefined ? Array.from({ length: count }, (_, n) => n) : [only];
    const worker = async () => {
      for (let n = numbers.shift(); n !== undefined && failures.size < MAX_FAILURES; n = numbers.shift()) {
        const one = caseOf(seed, n);
        if (without.some((word) => JSON.stringify(one).includes(word))) continue;
        const { wrong, detail, struck: names } = await runWithControls(one);
        for (const name of names) struck.set(name, (struck.get(name) ?? 0) + 1);
        if (wrong === undefined) continue;
        const kind = kindOfFailure(one, wrong);
        if (failures.has(kind)) continue;
        const text = report(n, seed, wrong, one, detail);
        failures.set(kind, text);
        onFailure?.(text);
        if (only !== undefined) onFailure?.(`simplest case that fails:\n${JSON.stringify(await simplest(one, wrong))}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (failures.size > 0) throw new Error([`${failures.size} kinds of failures`, ...failures.values()].join("\n\n"));
    const times = [...struck.values()].reduce((sum, each) => sum + each, 0);
    return `${struck.size} faults struck ${times.toLocaleString("en")} times`;
  },
};

/** Returns a key for similar failures. Only one failure per key is printed. */
function kindOfFailure({ host, start, faults }: GuaranteeCase, wrong: string): string {
  return JSON.stringify([wrong, hostNamed(host).kind, start, faults.map(({ name, by, what }) => [name, by, what])]);
}

function report(n: number, seed: number, wrong: string, one: GuaranteeCase, detail: string): string {
  return `case ${n}: ${wrong}\n${JSON.stringify(one)}\n${detail}\nAgain: pnpm test:soak guarantee --seed ${seed} --case ${n}`;
}
