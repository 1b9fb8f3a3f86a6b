import type { Ability, Capability, HostCapabilities } from "../hook/capabilities.js";
import type { Host } from "../hook/context.js";
import type { ModifyPoint, Patches } from "../hook/decisions.js";
import { isBefore } from "../text/index.js";

/** Describes the host of a call to handlers. */
export function describedHost(capabilities: HostCapabilities, version?: string): Host {
  return {
    name: capabilities.host,
    ...(version === undefined ? {} : { version }),
    capabilities,
    can: (ability, point) => supports(capabilities, ability, { point, version }),
  };
}

/**
 * Returns whether a host supports something, at least in some calls. If the version is unknown, every version must
 * support it.
 */
export function supports(
  { decisions }: HostCapabilities,
  ability: Ability,
  { point, version }: { readonly point?: Capability["point"] | undefined; readonly version?: string | undefined } = {},
): boolean {
  const rows = decisions.filter(
    (row) => (point === undefined || row.point === point) && isAbout(row, ability) && appliesTo(row, version),
  );
  const isUnsupported = ({ point: at, decision }: Capability) =>
    rows.some((row) => row.point === at && row.decision === decision && row.support === "no");
  return rows.some((row) => !isUnsupported(row));
}

/** Whether a row of the table applies to this version. If the version is unknown, every row may. */
export function appliesTo({ since, before }: Capability, version: string | undefined): boolean {
  if (version === undefined) return true;
  return (since === undefined || !isBefore(version, since)) && (before === undefined || isBefore(version, before));
}

/** What `modify` may change at each point. */
const FIELDS: { readonly [P in ModifyPoint]: Readonly<Record<keyof Patches[P], true>> } = {
  beforeLlm: { model: true, messages: true, tools: true, options: true },
  afterLlm: { content: true, reasoning: true, toolCalls: true },
  beforeTool: { tool: true, arguments: true },
  afterTool: { result: true },
};

/** A row about `modify` applies to each field of its point, and a row about a field also applies to `modify`. */
function isAbout({ point, decision }: Capability, ability: Ability): boolean {
  if (decision === ability) return true;
  if (decision === "modify") return fieldsAt(point).some((field) => ability === `modify.${field}`);
  return ability === "modify" && decision.startsWith("modify.");
}

function fieldsAt(point: Capability["point"]): readonly string[] {
  return Object.hasOwn(FIELDS, point) ? Object.keys(FIELDS[point as ModifyPoint]) : [];
}
