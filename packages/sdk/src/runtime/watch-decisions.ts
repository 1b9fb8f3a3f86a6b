import { type HandlerRun, running } from "../hook/made-decision.js";
import { isPromise, isThenable, whenSettled } from "./awaitable.js";

// Not with AsyncLocalStorage, which makes every promise of the process slower on Node 20. Instead, a decision that an
// async handler makes after its first `await` is noted only if no other handler has been pending since that `await`. A
// missed report is better than a wrong one.

/** The number of handlers that wait for a promise. */
let pending = 0;

/** Calls a handler and notes the first decision that it makes. */
export function watchDecisions<T>(run: HandlerRun, handler: () => T): T {
  const outer = running.now;
  running.now = run;
  try {
    const value = handler();
    if (isThenable(value)) waitFor(run, value);
    return value;
  } finally {
    running.now = outer;
  }
}

function waitFor(run: HandlerRun, value: PromiseLike<unknown>): void {
  pending += 1;
  running.waiting = pending === 1 ? run : undefined;
  // Calling `then` of any other thenable could start its work again. Such a thenable counts as pending forever.
  if (!isPromise(value)) return;
  const settled = () => {
    pending -= 1;
    if (running.waiting === run) running.waiting = undefined;
  };
  whenSettled(value, settled, settled);
}
