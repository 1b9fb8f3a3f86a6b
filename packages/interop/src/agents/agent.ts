import type { RealAgent } from "agent-hook/real-agents";

/** A real agent as npm has it. */
export interface Agent extends RealAgent {
  readonly package: string;
  readonly version: string;
  /** Its package works only after its own install script. */
  readonly runsInstallScript: boolean;
}
