import type { Decisions, Point } from "@agent-hook/sdk/adapter";

const CARRIED = ["forLlm", "isError"];

/** Explains why a decision is unsupported: MCP can carry only a result's text and whether it is an error. */
export function whyUnsupported(decision: Decisions[Point]): string | undefined {
  if (decision.action !== "modify" || !("result" in decision.patch)) return undefined;
  const { result } = decision.patch;
  const lost = Object.entries(typeof result === "object" ? result : {})
    .filter(([field, value]) => value !== undefined && !CARRIED.includes(field))
    .map(([field]) => field);
  if (lost.length === 0) return undefined;
  return `modify changed ${lost.join(", ")} of a result: Civic's proxy supports only ${CARRIED.join(" and ")}`;
}
