import type { Terminal } from "../terminal/terminal.js";

/** The result of one inspection. */
export interface Outcome {
  /** What `--json` prints. */
  readonly json: object;
  /** Whether doctor found neither problems nor warnings. */
  readonly healthy: boolean;
  /** Whether the agent was run. */
  readonly tried?: boolean;
  print(terminal: Terminal): void;
}
