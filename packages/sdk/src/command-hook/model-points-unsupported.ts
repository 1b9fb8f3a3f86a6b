import type { Capability, HostCapabilities } from "../hook/capabilities.js";

const DECISIONS = {
  beforeLlm: ["modify.messages", "modify.model", "modify.tools", "modify.options", "deny", "abortTurn", "hardAbort"],
  afterLlm: ["modify", "deny", "abortTurn", "hardAbort"],
} as const;

/**
 * For a host that does not call hooks about its model: what the launcher does at each point if the hook is dead.
 */
export const WHEN_DEAD_WITHOUT_MODEL_CALLS: HostCapabilities["whenDead"] = {
  onPrompt: "denies",
  beforeLlm: "continues",
  afterLlm: "continues",
  beforeTool: "denies",
  approveTool: "denies",
  afterTool: "denies",
};

/** The capability rows of a host that does not call hooks about its model. `note` explains why. */
export function modelPointsUnsupported(note: string): readonly Capability[] {
  return (["beforeLlm", "afterLlm"] as const).flatMap((point) =>
    DECISIONS[point].map((decision): Capability => ({ point, decision, support: "no", note })),
  );
}

/** The note for a host without events for its model calls. */
export function noSuchEvent(host: string): string {
  return `${host} has no such event: the handler is never called`;
}
