import { type Finding, finding } from "../findings.js";
import type { Facts } from "../launched/gather.js";
import { fixOf } from "../launched/mod-findings.js";
import type { ModTrial } from "./try-mods.js";

/** Derives findings from the checks of mods. */
export function modTrialFindings(facts: Facts, trials: readonly ModTrial[]): Finding[] {
  return trials
    .filter(({ problems }) => problems.length > 0)
    .map(({ mod, problems }) =>
      finding(
        "live-mod",
        `${facts.agent.title} rejects the mod ${mod.path}: ${problems.join("; ")}`,
        fixOf(facts, mod),
      ),
    );
}

/** Describes the mods that the agent accepts. */
export function modTrialLines({ agent }: Facts, trials: readonly ModTrial[]): string[] {
  return trials
    .filter(({ problems }) => problems.length === 0)
    .map(({ mod }) => `${agent.title} accepts the mod ${mod.path}`);
}
