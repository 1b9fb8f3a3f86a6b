import type * as z from "zod/mini";
import type { Message } from "../../src/index.js";

/** The named fields of an interface, without those that only its index signature allows. */
type Named<T> = { readonly [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };

/** Every field of an interface, and whether it is optional. A list of this type compiles only if it is exact. */
export type Fields<T> = {
  readonly [K in keyof Named<T>]-?: {} extends Pick<Named<T>, K> ? "optional" : "required";
};

export const MESSAGE: Fields<Message> = {
  role: "required",
  content: "required",
  modelName: "optional",
  createdAt: "optional",
  media: "optional",
  attachments: "optional",
  reasoning: "optional",
  systemParts: "optional",
  toolCalls: "optional",
  toolCallId: "optional",
};

export type Rule = z.core.$ZodType;

export const shapeOf = (rule: Rule) => (rule as unknown as z.ZodMiniObject<Record<string, Rule>>).def.shape;
export const fieldOf = (rule: Rule, field: string) => shapeOf(rule)[field] as Rule;

interface Inside {
  readonly type: string;
  readonly innerType: Rule;
  readonly element: Rule;
  readonly options: readonly Rule[];
  getter(): Rule;
}

/** Returns the rule inside optional, lazy, array and, if a text is also allowed, union. */
export function inner(rule: Rule): Rule {
  const { def } = rule._zod as unknown as { def: Inside };
  if (def.type === "optional") return inner(def.innerType);
  if (def.type === "lazy") return inner(def.getter());
  if (def.type === "array") return inner(def.element);
  return def.type === "union" ? inner(def.options[1] as Rule) : rule;
}

export function fieldsOfRule(rule: Rule): Record<string, string> {
  const fields = Object.entries(shapeOf(rule));
  return Object.fromEntries(fields.map(([name, field]) => [name, field._zod.optin ?? "required"]));
}
