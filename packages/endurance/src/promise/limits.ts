import type { PromiseCase } from "./case.js";
import { hostNamed } from "./hosts.js";

interface Limit {
  /** Why our code cannot guarantee anything in this case. */
  readonly why: string;
  leavesOut(one: PromiseCase): boolean;
}

const isOneShot = ({ host }: PromiseCase) => hostNamed(host).kind === "one-shot";
const has = ({ faults }: PromiseCase, ...names: readonly string[]) => faults.some(({ name }) => names.includes(name));

/** Whether a fault writes to the descriptor of the answers. */
const writesAnswers = (one: PromiseCase) =>
  one.faults.some(
    ({ name, by, descriptor }) =>
      name === "prints" && (by === "every descriptor" || (isOneShot(one) && descriptor === 3)),
  );
/** The forged answer may be the only one, and the hook may exit successfully. */
const mayEndWell = (one: PromiseCase) =>
  has(one, "ends its input", "closes a descriptor") ||
  one.faults.some(({ code }) => code === 0) ||
  /hides|says 0/.test(one.start);

/** Exactly what the promise does not cover. */
const LIMITS: readonly Limit[] = [
  {
    why: "PicoClaw numbers its questions, so what the process of a hook writes itself to the descriptor of its answers is an answer",
    leavesOut: (one) => !isOneShot(one) && writesAnswers(one),
  },
  {
    why: "a hook that writes one whole answer to the descriptor of its answers and ends well has answered",
    leavesOut: (one) => isOneShot(one) && writesAnswers(one) && mayEndWell(one),
  },
  {
    why: "a host that keeps its hook is its parent and shares its process group: who stops or kills these stops or kills the host",
    leavesOut: (one) =>
      !isOneShot(one) && has(one, "stops its process group", "kills its process group", "signals its parent"),
  },
];

/** Returns why a case is left out, or `undefined`. */
export function limitOf(one: PromiseCase): string | undefined {
  return LIMITS.find(({ leavesOut }) => leavesOut(one))?.why;
}
