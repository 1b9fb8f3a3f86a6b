import type { Log } from "@agent-hook/sdk/internal/adapter";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** What happens between start and stop: signals stop the server, and errors thrown outside any call are logged. */
export class ServerLifecycle {
  #ending: Promise<void> | undefined;
  readonly #exception: (error: unknown) => void;
  readonly #rejection: (error: unknown) => void;
  readonly #signal: (signal: NodeJS.Signals) => void;

  constructor(
    log: Log,
    private readonly stop: () => Promise<void>,
  ) {
    const logStray = (kind: string) => (error: unknown) =>
      log.error(`${kind} outside any call; the hook continues`, error);
    this.#exception = logStray("an exception");
    this.#rejection = logStray("a rejected promise");
    this.#signal = (signal) => {
      void this.end().then(() => {
        // If this process has other handlers for the signal, they decide when it exits.
        if (process.listenerCount(signal) === 0) process.exit();
      });
    };
  }

  begin(): void {
    process.on("uncaughtException", this.#exception);
    process.on("unhandledRejection", this.#rejection);
    for (const signal of SIGNALS) process.on(signal, this.#signal);
    process.stderr.on("error", ignoreError);
  }

  end(): Promise<void> {
    this.#ending ??= this.stop().finally(() => {
      process.off("uncaughtException", this.#exception);
      process.off("unhandledRejection", this.#rejection);
      for (const signal of SIGNALS) process.off(signal, this.#signal);
      process.stderr.off("error", ignoreError);
    });
    return this.#ending;
  }
}

/** Ignores errors of stderr: no one reads stderr any more, so they cannot be reported, and the hook continues. */
function ignoreError(): void {}
