import type { Capability, HostCapabilities } from "../../../hook/capabilities.js";

/** Returns what Claude Code supports with a mod: each row with `withMod` says it there. */
export function capabilitiesOfMod(base: HostCapabilities): HostCapabilities {
  return {
    ...base,
    decisions: base.decisions.map(({ withMod, ...row }): Capability => (withMod ? { ...row, ...withMod } : row)),
  };
}
