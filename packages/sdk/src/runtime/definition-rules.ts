import { isComposed, membersOf } from "../hook/compose.js";
import type { Hook } from "../hook/define-hook.js";
import { HOOK_MARK } from "../hook/hook-mark.js";
import type { NativeTable } from "../hook/native.js";
import { TOOL_POINTS } from "../hook/tool-filter.js";
import { didYouMean } from "../text/index.js";
import { shapeProblems } from "./definition-shape.js";
import { whyNotHook } from "./why-not-hook.js";

/** The names of each host's own events, by host. */
export type NativeEvents = Readonly<Record<string, readonly string[]>>;

/** A definition that cannot run. The message lists every problem. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";
}

/**
 * Throws `DefinitionError` for a value that is not from `defineHook`, unknown keys, wrong types, tools that share a
 * name, and deadlines that differ.
 */
export function checkDefinition(hook: unknown, nativeEvents: NativeEvents): asserts hook is Hook {
  const problems =
    typeof hook === "object" && hook !== null && !Array.isArray(hook)
      ? [
          ...compositionProblems(hook as Hook),
          ...membersOf(hook as Hook).flatMap((member) => memberProblems(member, nativeEvents)),
        ]
      : [whyNotHook(hook) as string];
  if (problems.length === 0) problems.push(...memberConflicts(membersOf(hook as Hook)));
  if (problems.length > 0) throw new DefinitionError(problems.join("\n"));
}

function compositionProblems(hook: Hook): string[] {
  if (!isComposed(hook)) return [];
  const members = membersOf(hook);
  if (members.length === 0) return ["compose needs at least one hook"];
  const { name: _name, version: _version, ...otherFields } = hook;
  return [
    ...Object.keys(otherFields)
      .filter((key) => key !== HOOK_MARK)
      .map((key) => `"${key}" was added to a composed hook: pass it to compose in a separate hook`),
    ...members
      .filter(hasOnlyPolicy)
      .map(({ name }) => `hook "${name}" in compose has a policy but no handler or tool: ${COMPOSE_HINT}`),
  ];
}

/** `compose({ name, onFailure: "block" }, ...)` looks as if the whole composition blocks. */
const COMPOSE_HINT = "{ name } only names the composition; onFailure and deadlines belong to its members";

function hasOnlyPolicy(member: Hook): boolean {
  if (typeof member !== "object" || member === null) return false;
  const isFunction = (value: unknown) => typeof value === "function";
  const hasHandler =
    [...Object.values(member), ...Object.values(member.onEvent ?? {})].some(isFunction) || member.native !== undefined;
  const hasHandlerOrTool = hasHandler || (member.tools ?? []).length > 0;
  return !hasHandlerOrTool && (member.onFailure !== undefined || member.deadlines !== undefined);
}

function memberProblems(hook: Hook, nativeEvents: NativeEvents): string[] {
  const label = typeof hook?.name === "string" ? `hook "${hook.name}"` : "hook";
  const shape = shapeProblems(hook);
  const problems = shape.length > 0 ? shape : [...filterProblems(hook), ...nativeProblems(hook, nativeEvents)];
  return problems.map((problem) => `${label}: ${problem}`);
}

function filterProblems(hook: Hook): string[] {
  const isUsed = hook.toolFilter === undefined || TOOL_POINTS.some((point) => hook[point] !== undefined);
  return isUsed ? [] : ["toolFilter has no effect without beforeTool, approveTool or afterTool"];
}

function nativeProblems({ native }: Hook, known: NativeEvents): string[] {
  return Object.entries((native as NativeTable) ?? {}).flatMap(([host, handlers]) => {
    const events = Object.hasOwn(known, host) ? known[host] : undefined;
    if (events === undefined) return [`unknown key "${host}" in native${didYouMean(host, Object.keys(known))}`];
    return Object.keys(handlers ?? {})
      .filter((event) => !events.includes(event))
      .map((event) => `unknown key "${event}" in native["${host}"]${didYouMean(event, events)}`);
  });
}

function memberConflicts(members: readonly Hook[]): string[] {
  const names = members.flatMap((member) => (member.tools ?? []).map((tool) => tool.name));
  const duplicates = [...new Set(names.filter((tool, index) => names.indexOf(tool) !== index))];
  return [
    ...duplicates.map((tool) => `tool "${tool}" is defined twice`),
    ...(["interceptMs", "approveMs"] as const).flatMap((key) => {
      const values = [...new Set(members.flatMap((member) => member.deadlines?.[key] ?? []))];
      return values.length > 1 ? [`deadlines.${key} differs between members: ${values.join(", ")}`] : [];
    }),
  ];
}
