/** Something that must hold, tried as often as it is told. */
export interface StressTest {
  /** A sentence: "every call is answered once, whatever the pattern". */
  readonly name: string;
  /** What is counted: "calls", "lines", "rounds", "cases". */
  readonly unit: string;
  /** How often in `npm test`. */
  readonly short: number;
  /** How often in `pnpm soak`. */
  readonly long: number;
  /** Tries it; throws at what does not hold. Gives what was measured, in words, for the report of `pnpm soak`. */
  run(count: number, seed: number, options?: RunOptions): Promise<string>;
}

/** For a trial whose cases can be tried by themselves. */
interface RunOptions {
  /** The number of the one case to try. */
  readonly only?: number;
  /** Cases with one of these words in what is printed of them are left out: what is known already. */
  readonly without?: readonly string[];
  /** Hears of each failure at once; the run goes on to find others. */
  onFailure?(text: string): void;
}
