import type { RealAgent } from "agent-hook/real-agents";

/** A real agent, as published on npm. */
export interface Agent extends RealAgent {
  readonly package: string;
  readonly version: string;
  /** Whether its package needs its own install script. */
  readonly runsInstallScript: boolean;
}
