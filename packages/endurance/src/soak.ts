/** The file in which `npm run test:soak -- --write` keeps its measurements for the docs. */
export const SOAK_FILE = new URL("../soak.json", import.meta.url);

/** The measurements of a run of all stress tests. */
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
