import { readFileSync } from "node:fs";

/** A small change of the source that a test should notice. */
interface Mutant {
  /** From the root of the repository. */
  readonly file: string;
  /** A text that the file contains once. */
  readonly from: string;
  readonly to: string;
  /** The first test file of the old suite that failed. Missing if none did. */
  readonly before?: string;
  /** The first test file of the new suite that failed. */
  readonly after?: string;
}

interface Experiment {
  /** The last commit with the old suite. */
  readonly oldSuite: string;
  /** The seed with which the mutants were drawn from the source that the changed tests cover. */
  readonly seed: number;
  readonly mutants: readonly Mutant[];
}

const file = new URL("mutants.json", import.meta.url);

export const { oldSuite, mutants } = JSON.parse(readFileSync(file, "utf8")) as Experiment;
