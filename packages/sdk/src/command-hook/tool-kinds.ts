import type { ToolKind } from "../hook/calls.js";

/** Maps the names of a host's tools to kinds. `names` lists the tools of each kind. */
export function toolKinds(
  names: Readonly<Partial<Record<ToolKind, readonly string[]>>>,
): ReadonlyMap<string, ToolKind> {
  return new Map(
    Object.entries(names).flatMap(([kind, tools]) => tools.map((tool) => [tool, kind as ToolKind] as const)),
  );
}
