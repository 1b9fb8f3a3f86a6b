import { HOOK_MARK } from "../hook/hook-mark.js";
import { handlerFilter, TOOL_KIND_NAMES } from "../hook/tool-filter.js";
import { didYouMean, isObject, pathText, typeName } from "../text/index.js";
import { MAX_TIMER_MS } from "./clock.js";
import { NAMED_KINDS } from "./event-handlers.js";
import { isToolOrPromise, whyNotHook } from "./why-not-hook.js";

// Written by hand: creating and running these rules with zod takes a tenth of a hook's startup time (measured).

type Path = readonly (string | number)[];
/** Describes the problems of a value. Returns an empty list if it is valid. */
type Rule = (value: unknown, path: Path) => string[];

const text = is("string", (value) => typeof value === "string");
const name = is("non-empty string", (value) => typeof value === "string" && value !== "");
const fn = is("a function", (value) => typeof value === "function");
const milliseconds = is(
  `milliseconds, more than 0 and at most ${MAX_TIMER_MS}`,
  (value) => typeof value === "number" && value > 0 && value <= MAX_TIMER_MS,
);
const schema: Rule = (value, path) =>
  isZod3(value)
    ? [atPath(path, 'expected a zod 4 schema, got a zod 3 schema: update zod, or import { z } from "zod/v4"')]
    : is("a schema (zod 4, or any Standard Schema)", isSchema)(value, path);

const tool = fields(
  {
    name: is(
      "1 to 64 letters, digits, _ or -",
      (value) => typeof value === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(value),
    ),
    description: text,
    input: schema,
    run: fn,
  },
  { output: schema, content: is("boolean", (value) => typeof value === "boolean"), env: schema, approve: fn },
);

const kind: Rule = (value, path) => {
  if (typeof value !== "string") return text(value, path);
  if ((TOOL_KIND_NAMES as readonly string[]).includes(value)) return [];
  const hint = didYouMean(value, TOOL_KIND_NAMES) || `: expected ${TOOL_KIND_NAMES.join(", ")}`;
  return [atPath(path, `unknown kind "${value}"${hint}`)];
};

/** Without kinds and names, it is unclear whether a filter was meant to select all calls or none. */
const toolFilter: Rule = (value, path) => {
  const problems = fields({}, { kinds: nonEmptyListOf(kind), names: nonEmptyListOf(name) })(value, path);
  const { kinds, names } = Object(value);
  const isEmpty = problems.length === 0 && kinds === undefined && names === undefined;
  return isEmpty ? [atPath(path, "expected kinds, names or both")] : problems;
};

/** A handler of a tool call: `forTools` may have given it a filter. */
const toolHandler: Rule = (value, path) => {
  const filter = handlerFilter(value);
  return filter === undefined ? fn(value, path) : toolFilter(filter, [...path, "forTools"]);
};

const handler: Rule = (value, path) =>
  handlerFilter(value) === undefined
    ? fn(value, path)
    : [atPath(path, "forTools has no effect here: use it for beforeTool, approveTool or afterTool")];

const eventHandlers = fields({}, Object.fromEntries(NAMED_KINDS.map((kind) => [kind, handler])));
const onEvent: Rule = (value, path) =>
  isObject(value)
    ? eventHandlers(value, path)
    : typeof value === "function"
      ? handler(value, path)
      : is("a function, or handlers by kind of event", () => false)(value, path);

const HANDLERS = {
  onPrompt: handler,
  beforeLlm: handler,
  afterLlm: handler,
  beforeTool: toolHandler,
  afterTool: toolHandler,
  approveTool: toolHandler,
  onEvent,
  setup: fn,
  teardown: fn,
};

const hook = fields(
  { name },
  {
    version: text,
    env: schema,
    tools: listOf(tool),
    respondsTo: listOf(text),
    onFailure: is('"continue" or "block"', (value) => value === "continue" || value === "block"),
    toolFilter,
    deadlines: fields({}, { interceptMs: milliseconds, approveMs: milliseconds }),
    ...HANDLERS,
    native: tableOf(tableOf(fn)),
    [HOOK_MARK]: is("true", (value) => value === true),
  },
);

/** Lists what is wrong with a hook: it is not from `defineHook`, or keys are missing, unknown or of a wrong type. */
export function shapeProblems(value: unknown): string[] {
  if (isToolOrPromise(value)) return [whyNotHook(value) as string];
  const methods = inheritedMethods(value);
  const first = methods.length === 0 ? whyNotHook(value) : unhandledMethod(methods);
  return [...(first === undefined ? [] : [first]), ...hook(value, [])];
}

/**
 * Describes the first method of a class that is not a handler: the SDK would never call it, so it would deny nothing.
 */
function unhandledMethod(methods: readonly string[]): string {
  const isCivicHook = methods.some((method) => /^process[A-Z]/.test(method));
  const [first] = methods;
  return isCivicHook
    ? `"${first}" is a method of a Civic hook: wrap the hook with fromCivic from @agent-hook/civic, or serve it with serveCivic`
    : `expected a plain object, got a class instance, whose method "${first}" is never called`;
}

function inheritedMethods(value: unknown): string[] {
  const methods: string[] = [];
  for (let at = parentOf(value); at !== null && parentOf(at) !== null; at = parentOf(at)) {
    methods.push(...Object.getOwnPropertyNames(at).filter((key) => key !== "constructor" && isMethod(at, key)));
  }
  return methods;
}

function parentOf(value: unknown): object | null {
  return typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : null;
}

function isMethod(owner: object | null, key: string): boolean {
  return typeof Object.getOwnPropertyDescriptor(owner, key)?.value === "function" && !Object.hasOwn(HANDLERS, key);
}

function is(expected: string, test: (value: unknown) => boolean): Rule {
  return (value, path) => (test(value) ? [] : [atPath(path, `expected ${expected}, got ${typeName(value)}`)]);
}

function nonEmptyListOf(rule: Rule): Rule {
  const list = listOf(rule);
  return (value, path) =>
    Array.isArray(value) && value.length === 0 ? [atPath(path, "expected at least one")] : list(value, path);
}

function listOf(rule: Rule): Rule {
  const list = is("array", Array.isArray);
  return (value, path) =>
    Array.isArray(value) ? value.flatMap((item, index) => rule(item, [...path, index])) : list(value, path);
}

function tableOf(rule: Rule): Rule {
  return objectThen((table, path) =>
    Object.entries(table).flatMap(([key, value]) => (value === undefined ? [] : rule(value, [...path, key]))),
  );
}

/** Keys that sound like events of the agent, and the keys for the start and the end of the process. */
const RENAMED: Readonly<Record<string, string>> = { onStart: "setup", onStop: "teardown" };

function unknownKey(key: string, path: Path, names: readonly string[]): string {
  const renamed = Object.hasOwn(RENAMED, key) && names.includes(RENAMED[key] as string) ? RENAMED[key] : undefined;
  const suggestion = renamed === undefined ? didYouMean(key, names) : `: use "${renamed}"`;
  return `unknown key "${key}"${path.length === 0 ? "" : ` in ${pathText(path)}`}${suggestion}`;
}

function fields(required: Readonly<Record<string, Rule>>, optional: Readonly<Record<string, Rule>>): Rule {
  const known = { ...required, ...optional };
  const names = Object.keys(known);
  return objectThen((object, path) => [
    ...Object.keys(object)
      .filter((key) => !names.includes(key))
      .map((key) => unknownKey(key, path, names)),
    ...names.flatMap((key) =>
      object[key] === undefined && !Object.hasOwn(required, key)
        ? []
        : (known[key] as Rule)(object[key], [...path, key]),
    ),
  ]);
}

function objectThen(rule: (object: Readonly<Record<string, unknown>>, path: Path) => string[]): Rule {
  const object = is("object", isObject);
  return (value, path) => {
    const problems = object(value, path);
    return problems.length > 0 ? problems : rule(value as Readonly<Record<string, unknown>>, path);
  };
}

function atPath(path: Path, problem: string): string {
  return path.length === 0 ? problem : `${pathText(path)}: ${problem}`;
}

function isSchema(value: unknown): boolean {
  const standard = standardOf(value);
  return standard?.version === 1 && typeof standard.validate === "function";
}

function isZod3(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_def" in value && !("_zod" in value);
}

function standardOf(value: unknown): { version?: unknown; validate?: unknown } | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  return (value as { "~standard"?: { version?: unknown; validate?: unknown } })["~standard"];
}
