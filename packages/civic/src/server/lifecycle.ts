import type { Log } from "@agent-hook/sdk/adapter";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** From start to stop: signals end the server, and what is thrown outside of any call ends nothing. */
export class Lifecycle {
  #ending: Promise<void> | undefined;
  readonly #exception: (error: unknown) => void;
  readonly #rejection: (error: unknown) => void;
  readonly #signal: (signal: NodeJS.Signals) => void;

  constructor(
    log: Log,
    private readonly stop: () => Promise<void>,
  ) {
    const stray = (kind: string) => (error: unknown) =>
      log.error(`${kind} outside of any call; the hook goes on`, error);
    this.#exception = stray("an exception");
    this.#rejection = stray("a rejected promise");
    this.#signal = (signal) => {
      void this.end().then(() => {
        // Others in this process may have plans of their own.
        if (process.listenerCount(signal) === 0) process.exit();
      });
    };
  }

  begin(): void {
    process.on("uncaughtException", this.#exception);
    process.on("unhandledRejection", this.#rejection);
    for (const signal of SIGNALS) process.on(signal, this.#signal);
    process.stderr.on("error", ignored);
  }

  end(): Promise<void> {
    this.#ending ??= this.stop().finally(() => {
      process.off("uncaughtException", this.#exception);
      process.off("unhandledRejection", this.#rejection);
      for (const signal of SIGNALS) process.off(signal, this.#signal);
      process.stderr.off("error", ignored);
    });
    return this.#ending;
  }
}

/** Nobody reads stderr: no reason to end, and nothing to tell. */
function ignored(): void {}
