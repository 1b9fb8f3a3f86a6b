/** Ends the program with an exit code and one clear message: what was expected, what was given, what to do. */
export class CreateError extends Error {
  override readonly name = "CreateError";
  readonly exitCode: number = 1;
}

/** Thrown if a flag or an argument is missing or wrong. Exit code 2, as in `agent-hook`. */
export class UsageError extends CreateError {
  override readonly exitCode = 2;
}

/** Thrown if the user or a signal stopped the program. Nothing is left behind. */
export class Stopped extends Error {
  override readonly name = "Stopped";

  constructor(readonly exitCode: number) {
    super("stopped; nothing is left behind");
  }
}

/** The exit code after Ctrl-C, at a prompt or later. */
export const SIGINT_EXIT_CODE = 130;
