import type { z } from "zod";

/** An invalid part of a policy file: what was expected, without the value. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** Describes the first thing that a schema rejects. `path` leads to the part of the file that it checked. */
export function problemOf(error: z.core.$ZodError, schema: z.core.$ZodType, path: readonly string[] = []): Problem {
  const [issue] = error.issues;
  if (issue === undefined) return { path, text: "is invalid" };
  const fullPath = [...path, ...issue.path];
  if (issue.code !== "unrecognized_keys") return { path: fullPath, text: `${placeOf(fullPath)}${issue.message}` };
  const [key = ""] = issue.keys;
  const known = keysAt(schema, issue.path);
  const expected = known.length === 0 ? "" : `; expected ${joinedWithOr(known)}`;
  return { path: [...fullPath, key], text: `${placeOf(fullPath)}unknown key ${quotedKey(key)}${expected}` };
}

/** Lists words for a sentence: "a, b or c". */
export function joinedWithOr(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${last}` : last;
}

/** Quotes a key for a message. Anybody can write a key into a project's policy, so the key is short and on one line. */
export function quotedKey(key: string): string {
  return JSON.stringify(key.slice(0, 60)).replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, "?");
}

function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "";
  const steps = path.map((key, at) => {
    if (typeof key === "number") return `[${key}]`;
    const text = /^[\w$-]+$/.test(String(key)) ? String(key) : quotedKey(String(key));
    return at === 0 ? text : `.${text}`;
  });
  return `${steps.join("")}: `;
}

/** Returns the keys that a schema accepts at a path. */
function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let inner = unwrapped(schema);
  for (const key of path) inner = unwrapped(typeof key === "number" ? inner?.element : inner?.shape?.[String(key)]);
  return Object.keys(inner?.shape ?? {});
}

/** What a schema of either of zod's forms is made of. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
}

/** Returns the definition of the schema inside `optional`, `default` and similar ones. */
function unwrapped(schema: z.core.$ZodType | undefined): Definition | undefined {
  let inner = schema?._zod.def as Definition | undefined;
  while (inner?.innerType !== undefined) inner = inner.innerType._zod.def as Definition;
  return inner;
}
