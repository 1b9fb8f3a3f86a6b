import { didYouMean, pathText, typeName } from "@agent-hook/protocol/text";
import { HOOK_MARK } from "../hook/hook-mark.js";
import { LONGEST_TIMER_MS } from "./clock.js";
import { NAMED_KINDS } from "./event-handlers.js";
import { isOther, whyNoHook } from "./why-no-hook.js";

// Written by hand: creating and running these rules with zod takes a tenth of a hook's startup time (measured).

type Path = readonly (string | number)[];
/** Describes the problems of a value. Returns an empty list if it is valid. */
type Rule = (value: unknown, path: Path) => string[];

const text = is("string", (value) => typeof value === "string");
const name = is("non-empty string", (value) => typeof value === "string" && value !== "");
const fn = is("a function", (value) => typeof value === "function");
const milliseconds = is(
  `milliseconds, more than 0 and at most ${LONGEST_TIMER_MS}`,
  (value) => typeof value === "number" && value > 0 && value <= LONGEST_TIMER_MS,
);
const schema: Rule = (value, path) =>
  isZod3(value)
    ? [at(path, 'expected a zod 4 schema, got a zod 3 schema: update zod, or import { z } from "zod/v4"')]
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

const eventHandlers = fields({}, Object.fromEntries(NAMED_KINDS.map((kind) => [kind, fn])));
const onEvent: Rule = (value, path) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? eventHandlers(value, path)
    : is("a function, or handlers by kind of event", (other) => typeof other === "function")(value, path);

const HANDLERS = {
  beforeLlm: fn,
  afterLlm: fn,
  beforeTool: fn,
  afterTool: fn,
  approveTool: fn,
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
    deadlines: fields({}, { interceptMs: milliseconds, approveMs: milliseconds }),
    ...HANDLERS,
    native: tableOf(tableOf(fn)),
    [HOOK_MARK]: is("true", (value) => value === true),
  },
);

/** Lists what is wrong with a hook: it is not from `defineHook`, or its keys have wrong types, are missing or unknown. */
export function shapeProblems(value: unknown): string[] {
  if (isOther(value)) return [whyNoHook(value) as string];
  const methods = inheritedMethods(value);
  const first = methods.length === 0 ? whyNoHook(value) : ofAClass(methods);
  return [...(first === undefined ? [] : [first]), ...hook(value, [])];
}

/** The methods of a class are not handlers: the hook would never call them, and all that they guard would pass. */
function ofAClass(methods: readonly string[]): string {
  const isCivics = methods.some((method) => /^process[A-Z]/.test(method));
  const [first] = methods;
  return isCivics
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
  return (value, path) => (test(value) ? [] : [at(path, `expected ${expected}, got ${typeName(value)}`)]);
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

/** Keys that look like events of the agent. What they were meant for belongs to the process. */
const RENAMED: Readonly<Record<string, string>> = { onStart: "setup", onStop: "teardown" };

function unknownKey(key: string, path: Path, names: readonly string[]): string {
  const renamed = Object.hasOwn(RENAMED, key) && names.includes(RENAMED[key] as string) ? RENAMED[key] : undefined;
  const instead = renamed === undefined ? didYouMean(key, names) : `: use "${renamed}"`;
  return `unknown key "${key}"${path.length === 0 ? "" : ` in ${pathText(path)}`}${instead}`;
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
  const object = is("object", (value) => typeof value === "object" && value !== null && !Array.isArray(value));
  return (value, path) => {
    const wrong = object(value, path);
    return wrong.length > 0 ? wrong : rule(value as Readonly<Record<string, unknown>>, path);
  };
}

function at(path: Path, problem: string): string {
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
