import type { Figures, GuardFacts } from "../report/results.js";

/** What a measure found. */
export interface Measured {
  readonly figures: Figures;
  readonly guards?: GuardFacts;
}

/** Measures the figures of one or several rows of the tables. */
export interface Measure {
  /** The measure's name on the command line, and the prefix of the ids of its rows. */
  readonly name: string;
  /** Whether driver and hook each run on their own core. */
  readonly pinned: boolean;
  run(): Promise<Measured>;
}
