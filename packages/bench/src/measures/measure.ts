import type { Figures } from "../report/results.js";

/** Measures the figures of one or several rows of the tables. */
export interface Measure {
  /** Its name on the command line, which is also the prefix of its rows' names. */
  readonly name: string;
  /** Whether driver and hook each run on their own core. */
  readonly pinned: boolean;
  run(): Promise<Figures>;
}
