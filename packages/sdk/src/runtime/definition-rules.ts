import { describeIssues, didYouMean, pathText } from "@agent-hook/protocol/text";
import * as z from "zod/mini";
import { isComposed, membersOf } from "../hook/compose.js";
import type { Hook } from "../hook/define-hook.js";
import type { NativeTable } from "../hook/native.js";
import type { SchemaIssue } from "../hook/schema.js";

const handler = z.optional(
  z.custom<(...args: never[]) => unknown>((value) => typeof value === "function", { error: "expected a function" }),
);
const schema = z.custom<object>(isSchema, {
  error: (issue) =>
    isZod3(issue.input)
      ? 'expected a zod 4 schema, got one of zod 3: update zod, or import { z } from "zod/v4"'
      : "expected a schema (zod 4, or any Standard Schema)",
});
/** A longer timer fires at once in Node. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const milliseconds = z.optional(z.number().check(z.positive(), z.maximum(LONGEST_TIMER_MS)));
const name = z.string().check(z.minLength(1));

const toolRule = z.strictObject({
  name: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "expected 1 to 64 letters, digits, _ or -" })),
  description: z.string(),
  input: schema,
  output: z.optional(schema),
  env: z.optional(schema),
  approve: handler,
  run: z.custom((value) => typeof value === "function", { error: "expected a function" }),
});

const hookRule = z.strictObject({
  name,
  version: z.optional(z.string()),
  env: z.optional(schema),
  tools: z.optional(z.array(toolRule)),
  respondsTo: z.optional(z.array(z.string())),
  onFailure: z.optional(z.enum(["continue", "block"])),
  deadlines: z.optional(z.strictObject({ interceptMs: milliseconds, approveMs: milliseconds })),
  beforeLlm: handler,
  afterLlm: handler,
  beforeTool: handler,
  afterTool: handler,
  approveTool: handler,
  onEvent: handler,
  onStart: handler,
  onStop: handler,
  native: z.optional(z.record(z.string(), z.record(z.string(), handler))),
});

/** The names of each host's own events. */
export type NativeEvents = Readonly<Record<string, readonly string[]>>;

const HOOK_KEYS = Object.keys(hookRule.shape);
const TOOL_KEYS = Object.keys(toolRule.shape);

/** A definition that cannot run; the message names everything that is wrong with it. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";
}

/** Refuses what JavaScript lets pass: unknown keys, wrong types, tools of one name, deadlines that differ. */
export function checkDefinition(hook: unknown, nativeEvents: NativeEvents): asserts hook is Hook {
  const problems =
    typeof hook === "object" && hook !== null && !Array.isArray(hook)
      ? [
          ...wholeProblems(hook as Hook),
          ...membersOf(hook as Hook).flatMap((member) => memberProblems(member, nativeEvents)),
        ]
      : [
          `expected what defineHook returned, got ${hook === null ? "null" : Array.isArray(hook) ? "an array" : typeof hook}`,
        ];
  if (problems.length === 0) problems.push(...conflicts(membersOf(hook as Hook)));
  if (problems.length > 0) throw new DefinitionError(problems.join("\n"));
}

function wholeProblems(hook: Hook): string[] {
  if (!isComposed(hook)) return [];
  const members = membersOf(hook);
  if (members.length === 0) return ["compose was given no hook"];
  const { name: _name, version: _version, ...more } = hook;
  return [
    ...Object.keys(more).map((key) => `"${key}" was added to a composed hook: pass it to compose in a hook of its own`),
    ...members
      .filter(isPolicyAlone)
      .map(({ name }) => `hook "${name}" in compose has a policy, but no handler and no tool: ${WHOLE}`),
  ];
}

/** `compose({ name, onFailure: "block" }, ...)` looks as if the whole blocked. */
const WHOLE = "{ name } alone names the whole; onFailure and deadlines belong to its members";

function isPolicyAlone(member: Hook): boolean {
  const acts = Object.values(member).some((value) => typeof value === "function") || (member.tools ?? []).length > 0;
  return !acts && (member.onFailure !== undefined || member.deadlines !== undefined);
}

function memberProblems(hook: Hook, nativeEvents: NativeEvents): string[] {
  const checked = hookRule.safeParse(hook);
  const label = typeof hook?.name === "string" ? `hook "${hook.name}"` : "hook";
  if (checked.success) return nativeProblems(hook, nativeEvents).map((problem) => `${label}: ${problem}`);
  return checked.error.issues.flatMap((issue) => issueLines(issue, hook).map((line) => `${label}: ${line}`));
}

function issueLines(issue: SchemaIssue & { readonly keys?: readonly string[] }, hook: Hook): string[] {
  if (issue.keys === undefined) return [describeIssues([issue], hook)];
  const path = issue.path ?? [];
  const known = path[0] === "tools" ? TOOL_KEYS : path[0] === "deadlines" ? ["interceptMs", "approveMs"] : HOOK_KEYS;
  const where = path.length === 0 ? "" : ` in ${pathText(path)}`;
  return issue.keys.map((key) => `unknown key "${key}"${where}${didYouMean(key, known)}`);
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

function conflicts(members: readonly Hook[]): string[] {
  const names = members.flatMap((member) => (member.tools ?? []).map((tool) => tool.name));
  const twice = [...new Set(names.filter((tool, index) => names.indexOf(tool) !== index))];
  return [
    ...twice.map((tool) => `tool "${tool}" is defined twice`),
    ...(["interceptMs", "approveMs"] as const).flatMap((key) => {
      const values = [...new Set(members.flatMap((member) => member.deadlines?.[key] ?? []))];
      return values.length > 1 ? [`deadlines.${key} differs between members: ${values.join(", ")}`] : [];
    }),
  ];
}

function isSchema(value: unknown): boolean {
  const standard = standardOf(value);
  return standard?.version === 1 && typeof standard.validate === "function" && !isZod3(value);
}

function isZod3(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_def" in value && !("_zod" in value);
}

function standardOf(value: unknown): { version?: unknown; validate?: unknown } | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  return (value as { "~standard"?: { version?: unknown; validate?: unknown } })["~standard"];
}
