import type { PromiseCase } from "./case.js";
import { USUAL } from "./environments.js";
import { wrongIn } from "./judge.js";
import { limitOf } from "./limits.js";

/** Removes everything that is not needed for the same failure. */
export async function simplest(one: PromiseCase, wrong: string): Promise<PromiseCase> {
  let kept = one;
  for (const simpler of [allUsual, ...Object.keys(USUAL).map(oneUsual), noSignal, plainStart, ...eachFault(one)]) {
    const tried = simpler(kept);
    if (JSON.stringify(tried) === JSON.stringify(kept) || limitOf(tried) !== undefined) continue;
    if ((await wrongIn(tried)) === wrong) kept = tried;
  }
  return kept;
}

type Simpler = (one: PromiseCase) => PromiseCase;

const allUsual: Simpler = (one) => ({ ...one, environment: USUAL });
const oneUsual =
  (key: string): Simpler =>
  (one) => ({ ...one, environment: { ...one.environment, [key]: USUAL[key as keyof typeof USUAL] } });
const noSignal: Simpler = (one) => {
  const { signal: _, ...environment } = one.environment;
  return { ...one, environment };
};
const plainStart: Simpler = (one) => ({ ...one, start: "node" });

/** Drops one of the faults. */
const eachFault = ({ faults }: PromiseCase): Simpler[] =>
  faults.map((fault) => (one) => ({ ...one, faults: one.faults.filter((other) => other !== fault) }));
