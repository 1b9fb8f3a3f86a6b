import type { Figures } from "../report/results.js";

/** Measures what one or several rows of the tables show. */
export interface Measure {
  /** What it is called by on the command line: the beginning of the names of its rows. */
  readonly name: string;
  /** Driver and hook have a core each. */
  readonly pinned: boolean;
  run(): Promise<Figures>;
}
