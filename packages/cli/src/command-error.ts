import { EXIT_CODES } from "./exit-codes.js";

/** Ends a command with one clear sentence: what was expected, what was received and what to do. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";

  constructor(
    readonly code: "usage" | "not-run",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get exitCode(): number {
    return this.code === "usage" ? EXIT_CODES.usage : EXIT_CODES.notRun;
  }
}

/** An option, a file or an argument is invalid. */
export function usageError(message: string, cause?: unknown): CommandError {
  return new CommandError("usage", message, { cause });
}

/** The hook's command could not be started, or the hello exchange failed. */
export function notRunError(message: string, cause?: unknown): CommandError {
  return new CommandError("not-run", message, { cause });
}
