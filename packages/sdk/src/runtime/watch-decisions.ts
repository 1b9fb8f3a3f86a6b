import { type HandlerRun, handlerRuns } from "../hook/handler-run.js";
import { isPromise, isThenable, whenSettled } from "./awaitable.js";

// Not with AsyncLocalStorage, which makes every promise of the process slower on Node 20. Instead, a decision that an
// async handler makes after its first `await` is noted only if no other handler has been pending since that `await`. A
// missed report is better than a wrong one.

/** The number of handlers that wait for a promise. */
let pending = 0;

/** Calls a handler and notes the first decision that it makes. */
export function watchDecisions<T>(run: HandlerRun, handler: () => T): T {
  const outer = handlerRuns.onStack;
  handlerRuns.onStack = run;
  try {
    const value = handler();
    if (isThenable(value)) trackPromise(run, value);
    return value;
  } finally {
    handlerRuns.onStack = outer;
  }
}

function trackPromise(run: HandlerRun, value: PromiseLike<unknown>): void {
  pending += 1;
  handlerRuns.waiting = pending === 1 ? run : undefined;
  // Calling `then` of any other thenable could start its work again. Such a thenable counts as pending forever.
  if (!isPromise(value)) return;
  const settled = () => {
    pending -= 1;
    if (handlerRuns.waiting === run) handlerRuns.waiting = undefined;
  };
  whenSettled(value, settled, settled);
}
