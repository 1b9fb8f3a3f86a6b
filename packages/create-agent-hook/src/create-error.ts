/** Ends the program with its exit code and one clear text: what was expected, what came, what to do. */
export class CreateError extends Error {
  override readonly name = "CreateError";
  readonly exitCode: number = 1;
}

/** A flag or an argument is missing or wrong: exit code 2, as in `agent-hook`. */
export class UsageError extends CreateError {
  override readonly exitCode = 2;
}

/** A person or a signal ended the program; nothing is left behind. */
export class Stopped extends Error {
  override readonly name = "Stopped";

  constructor(readonly exitCode: number) {
    super("stopped; nothing is left behind");
  }
}

/** Ctrl-C, at a question or later. */
export const SIGINT_EXIT_CODE = 130;
