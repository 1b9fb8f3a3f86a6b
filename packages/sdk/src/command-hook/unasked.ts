import type { Capability } from "../hook/capabilities.js";

const DECISIONS = {
  beforeLlm: ["modify.messages", "modify.model", "modify.tools", "modify.options", "abortTurn", "hardAbort"],
  afterLlm: ["modify", "abortTurn", "hardAbort"],
} as const;

/** The rows of a host that asks no hook about its model calls; `note` says why. */
export function modelCallsUnasked(note: string): readonly Capability[] {
  return (["beforeLlm", "afterLlm"] as const).flatMap((point) =>
    DECISIONS[point].map((decision): Capability => ({ point, decision, support: "no", note })),
  );
}

/** Why a host that has events asks about none of its model calls. */
export function noSuchEvent(host: string): string {
  return `${host} has no such event: the handler is never called`;
}
