import type { Capability } from "../hook/capabilities.js";

/** The rows of a host that asks no hook about its model calls. */
export function modelCallsUnasked(host: string): readonly Capability[] {
  const note = `${host} has no such event: the handler is never called`;
  return [
    ...["modify.messages", "modify.model", "modify.tools", "modify.options", "abortTurn", "hardAbort"].map(
      (decision) => ({ point: "beforeLlm", decision, support: "no", note }) as const,
    ),
    ...["modify", "abortTurn", "hardAbort"].map(
      (decision) => ({ point: "afterLlm", decision, support: "no", note }) as const,
    ),
  ];
}
