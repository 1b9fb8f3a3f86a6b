import type { Capability, HostCapabilities } from "@agent-hook/sdk";
import type { Decisions, Point } from "@agent-hook/sdk/internal/adapter";

/** The fields of a result that every framework can carry. */
const RESULT_FIELDS = ["forLlm", "isError"];

/**
 * Explains why a framework does not support a decision, from its capabilities. Returns `undefined` if it does. A decision
 * without a row is unsupported.
 */
export function whyUnsupported(
  { host, decisions }: HostCapabilities,
  point: Point,
  decision: Decisions[Point],
): string | undefined {
  for (const name of namesOf(decision)) {
    const row = decisions.find((one) => one.point === point && one.decision === name);
    if (row === undefined || row.support === "no") return reasonOf(host, point, name, row);
  }
  return decision.action === "modify" ? whyResultUnsupported(host, decision.patch) : undefined;
}

/** Returns a decision as the capability table names it: `modify` has a name for each changed field. */
function namesOf(decision: Decisions[Point]): string[] {
  if (decision.action !== "modify") return [decision.action];
  const patch: Readonly<Record<string, unknown>> = { ...decision.patch };
  return Object.keys(patch).flatMap((field) => (patch[field] === undefined ? [] : [`modify.${field}`]));
}

function reasonOf(host: string, point: Point, name: string, row: Capability | undefined): string {
  return `${host} does not support ${name} at ${point}${row?.note === undefined ? "" : `: ${row.note}`}`;
}

function whyResultUnsupported(host: string, patch: object): string | undefined {
  const { result } = patch as { readonly result?: unknown };
  if (typeof result !== "object" || result === null) return undefined;
  const unsupported = Object.entries(result)
    .filter(([field, value]) => value !== undefined && !RESULT_FIELDS.includes(field))
    .map(([field]) => field);
  if (unsupported.length === 0) return undefined;
  return `modify changed ${unsupported.join(", ")} of a result: ${host} supports only ${RESULT_FIELDS.join(" and ")}`;
}
