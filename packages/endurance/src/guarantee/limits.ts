import type { GuaranteeCase } from "./case.js";
import { hostNamed } from "./hosts.js";

interface Limit {
  /** Why our code cannot guarantee anything in this case. */
  readonly why: string;
  excludes(one: GuaranteeCase): boolean;
}

const isOneShot = ({ host }: GuaranteeCase) => hostNamed(host).kind === "one-shot";
const has = ({ faults }: GuaranteeCase, ...names: readonly string[]) => faults.some(({ name }) => names.includes(name));

/** Whether a fault writes to the descriptor for answers. */
const writesAnswers = (one: GuaranteeCase) =>
  one.faults.some(
    ({ name, by, descriptor }) =>
      name === "prints" && (by === "every descriptor" || (isOneShot(one) && descriptor === 3)),
  );
/** Whether the forged answer may be the only one and the hook may exit with 0. */
const mayExitWithZero = (one: GuaranteeCase) =>
  has(one, "ends its input", "closes a descriptor") ||
  one.faults.some(({ code }) => code === 0) ||
  /hides|always exits with 0/.test(one.start);

/** Everything that the guarantee does not cover. */
const LIMITS: readonly Limit[] = [
  {
    why: "PicoClaw's ids can be guessed, so an answer that a hook's process itself writes to the descriptor for answers is valid",
    excludes: (one) => !isOneShot(one) && writesAnswers(one),
  },
  {
    why: "a hook that writes one complete answer to the descriptor for answers and exits with 0 has answered",
    excludes: (one) => isOneShot(one) && writesAnswers(one) && mayExitWithZero(one),
  },
  {
    why: "a persistent host is the parent of its hook and in the same process group: a hook that stops or kills these stops or kills the host",
    excludes: (one) =>
      !isOneShot(one) && has(one, "stops its process group", "kills its process group", "signals its parent"),
  },
];

/** Returns why a case is left out, or `undefined`. */
export function limitOf(one: GuaranteeCase): string | undefined {
  return LIMITS.find(({ excludes }) => excludes(one))?.why;
}
