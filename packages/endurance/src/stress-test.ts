/** A statement that must hold, tested a given number of times. */
export interface StressTest {
  /** A sentence: "every call is answered once, whatever the pattern". */
  readonly name: string;
  /** The unit of the count: "calls", "lines", "rounds", "cases". */
  readonly unit: string;
  /** The count in `npm run test:stress`. */
  readonly short: number;
  /** The count in `npm run test:soak`. */
  readonly long: number;
  /** Runs the test and throws if the statement does not hold. Returns the measurement in words, for `npm run test:soak`. */
  run(count: number, seed: number, options?: RunOptions): Promise<string>;
}

/** Options for a test whose cases can run separately. */
interface RunOptions {
  /** The number of the only case to run. */
  readonly only?: number;
  /** Skips known cases: those whose printed form contains one of these words. */
  readonly without?: readonly string[];
  /** Called at once with each failure. The run continues, to find more. */
  onFailure?(text: string): void;
}
