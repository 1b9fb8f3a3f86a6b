import type { ToolKind } from "../hook/calls.js";

/** The tools of a host by their names, from the names of each kind. */
export function toolKinds(
  names: Readonly<Partial<Record<ToolKind, readonly string[]>>>,
): ReadonlyMap<string, ToolKind> {
  return new Map(
    Object.entries(names).flatMap(([kind, tools]) => tools.map((tool) => [tool, kind as ToolKind] as const)),
  );
}
