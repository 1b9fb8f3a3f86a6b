import type { ToolKind } from "../../hook/calls.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";

/** Returns how the plugin selects tools. */
export const matchersOf = (kinds: ReadonlyMap<string, ToolKind>): ToolMatchers => ({
  kinds,
  events: ["tool.execute.before", "tool.execute.after"],
  invalidSelectsAll: true,
});
