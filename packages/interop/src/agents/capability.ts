import type { Capability } from "@agent-hook/sdk";
import { hosts } from "@agent-hook/sdk/hosts";
import { LIVE_AGENTS } from "@agent-hook/sdk/internal/live-agents";
import type { AgentRunner } from "./agent-runner.js";

/** Whether the published program runs, not a simulation. */
export function isLive({ host }: AgentRunner): boolean {
  return host in LIVE_AGENTS;
}

/** Whether a hook can keep a result from the model. */
export function canWithhold(column: AgentRunner): boolean {
  return ["modify.result", "deny"].some((what) => supportOf(column, "afterTool", what as "deny") !== "no");
}

/** Returns the support that the agent's capability table states, or `undefined` if it has no such row. */
export function supportOf({ host }: AgentRunner, at: Capability["point"], what: Capability["decision"]) {
  const rows = hosts[host as keyof typeof hosts].decisions;
  return rows.find(({ point, decision }) => point === at && decision === what)?.support;
}

/** Whether a denial ends the turn of a real agent, so that its model reads no reason. */
export function denialEndsTurn(column: AgentRunner): boolean {
  return LIVE_AGENTS[column.host]?.denialEndsTurn === true;
}

/** What a table says about a call that was denied with this, if no model reads it. */
export const ENDED = "not run, the turn ends";
