import { SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { expect, it } from "vitest";
import { liveFindings } from "../src/doctor/live/live-findings.js";
import type { TrialRun } from "../src/doctor/live/try-agent.js";
import { agentNamed } from "./doctor/agents.js";

const known = SIMULATIONS["claude-code"].version;

/** Returns what to do about a run that proved nothing. */
function fixOf(run: Pick<TrialRun, "timedOut">, version: string): string | undefined {
  const entry = { without: [], mode: "block", node: "node", launcher: "guard.sh" } as never;
  const failed: TrialRun = { probeAction: "nothing", ran: false, failure: "why", ...run };
  return liveFindings(agentNamed("claude-code"), { program: "claude", entry, runs: [failed], version })[0]?.fix;
}

it("a run that proves nothing is blamed on the agent's version only if doctor was not tested with it", () => {
  expect(fixOf({}, known)).toBe("check that it runs");
  expect(fixOf({}, "2.1.9")).toBe("check that it runs");
  expect(fixOf({}, "99.0.0")).toBe(
    `check that it runs; doctor was tested with Claude Code ${known}, and 99.0.0 may differ`,
  );
  expect(fixOf({ timedOut: true }, "99.0.0")).toBe("try again when the machine is less busy");
});
