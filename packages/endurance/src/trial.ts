/** Something that must hold, tried as often as it is told. */
export interface Trial {
  /** A sentence: "every call is answered once, whatever the pattern". */
  readonly name: string;
  /** What is counted: "calls", "lines", "rounds", "cases". */
  readonly unit: string;
  /** How often in `npm test`. */
  readonly short: number;
  /** How often in `pnpm soak`. */
  readonly long: number;
  /** Tries it; throws at what does not hold. Gives what was measured, in words, for the report of `pnpm soak`. */
  run(count: number, seed: number): Promise<string>;
}
