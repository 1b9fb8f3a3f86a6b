import type { GuaranteeCase } from "./case.js";
import { USUAL } from "./environments.js";
import { problemIn } from "./judge.js";
import { limitOf } from "./limits.js";

/** Removes everything that is not needed for the same failure. */
export async function simplest(one: GuaranteeCase, wrong: string): Promise<GuaranteeCase> {
  let simplestCase = one;
  for (const simpler of [allUsual, ...Object.keys(USUAL).map(oneUsual), noSignal, plainStart, ...eachFault(one)]) {
    const candidate = simpler(simplestCase);
    if (JSON.stringify(candidate) === JSON.stringify(simplestCase) || limitOf(candidate) !== undefined) continue;
    if ((await problemIn(candidate)) === wrong) simplestCase = candidate;
  }
  return simplestCase;
}

type Simplification = (one: GuaranteeCase) => GuaranteeCase;

const allUsual: Simplification = (one) => ({ ...one, environment: USUAL });
const oneUsual =
  (key: string): Simplification =>
  (one) => ({ ...one, environment: { ...one.environment, [key]: USUAL[key as keyof typeof USUAL] } });
const noSignal: Simplification = (one) => {
  const { signal: _, ...environment } = one.environment;
  return { ...one, environment };
};
const plainStart: Simplification = (one) => ({ ...one, start: "node" });

/** Drops one of the faults. */
const eachFault = ({ faults }: GuaranteeCase): Simplification[] =>
  faults.map((fault) => (one) => ({ ...one, faults: one.faults.filter((other) => other !== fault) }));
