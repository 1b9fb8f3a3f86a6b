import type { Figures, Results } from "../src/report/results.js";

/** Returns a run that measured only these figures. */
export function resultsOf(figures: Figures, absent: Results["absent"] = {}): Results {
  return {
    machine: { cpu: "CPU <1> & co", cores: 2, memoryGb: 4, kernel: "Linux 6.1" },
    versions: { Node: "v20.20.2", zod: "4.6.7" },
    absent,
    figures,
  };
}
