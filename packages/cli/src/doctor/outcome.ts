import type { Terminal } from "../terminal/terminal.js";

/** What was found in one place. */
export interface Outcome {
  /** What `--json` prints of it. */
  readonly json: object;
  /** No problem, and no warning. */
  readonly healthy: boolean;
  /** Whether the agent was run. */
  readonly tried?: boolean;
  print(terminal: Terminal): void;
}
