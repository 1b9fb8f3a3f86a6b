/** Ends the program with exit code 1 and one clear text: what was expected, what came, what to do. */
export class CreateError extends Error {
  override readonly name = "CreateError";
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
