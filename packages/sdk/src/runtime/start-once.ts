import type { Awaitable } from "./awaitable.js";
import type { Dispatcher } from "./dispatcher.js";
import type { Failure } from "./failure.js";

/** Less than the 5 s that a host may wait for its first answer. */
const START_MS = 4500;

/** Runs `onStart` once, before the host gets its first answer. */
export class StartOnce {
  #started: Awaitable<Failure | undefined> | "not yet" = "not yet";

  constructor(private readonly dispatcher: Dispatcher) {}

  /** Returns why `onStart` failed, or `undefined`. */
  run(): Awaitable<Failure | undefined> {
    if (this.#started !== "not yet") return this.#started;
    const { hook } = this.dispatcher;
    if (hook.members.every((member) => member.hook.onStart === undefined)) {
      this.#started = undefined;
      return undefined;
    }
    const running = this.dispatcher.run("onStart", START_MS).then(
      () => undefined,
      (failure: Failure) => failure,
    );
    this.#started = running;
    void running.then((failure) => {
      if (failure !== undefined) hook.failed(failure, "the hook does not start");
      this.#started = failure;
    });
    return running;
  }
}
