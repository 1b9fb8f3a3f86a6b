/** Where `pnpm soak --write` leaves what it measured, for the docs. */
export const SOAK_FILE = new URL("../soak.json", import.meta.url);

/** What a run of all trials measured. */
export interface Soak {
  /** Processor, memory, system and Node. */
  readonly machine: string;
  readonly seed: number;
  readonly results: readonly {
    readonly name: string;
    readonly tried: string;
    readonly minutes: string;
    readonly measured: string;
  }[];
}
