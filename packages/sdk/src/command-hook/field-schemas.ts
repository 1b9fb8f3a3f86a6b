import * as z from "zod/mini";
import { memoized } from "../runtime/lazily.js";

/** The types of fields. All hosts share one schema per type, since a snapshot contains every schema. */
export const text = z.string();
export const number = z.number();
export const flag = z.boolean();
export const anything = z.unknown();
export const jsonObject = z.record(text, anything);

/** zod's object that may have more fields. Its declared type keeps the comments of the fields. */
export const looseObject: <Own extends Fields>(fields: Own) => z.ZodMiniObject<Own, z.core.$loose> = z.looseObject;

/** zod's object that may not have more fields. Its declared type keeps the comments of the fields. */
export const strictObject: <Own extends Fields>(fields: Own) => z.ZodMiniObject<Own, z.core.$strict> = z.strictObject;

/** A field that may be missing. */
export const optional = {
  text: z.optional(text),
  textOrNull: z.optional(z.nullable(text)),
  number: z.optional(number),
  flag: z.optional(flag),
  anything: z.optional(anything),
  list: z.optional(z.array(anything)),
  jsonObject: z.optional(jsonObject),
  block: z.optional(z.literal("block")),
};

/** The schemas of an object's fields, by name. */
export type Fields = Readonly<Record<string, z.ZodMiniType>>;
type ByEvent<Event extends string> = Readonly<Record<Event, () => Fields>>;

/**
 * The type that authors see for an object with these fields. Editors show a field's comment with the type. Unlike the
 * type of `z.infer`, it is read-only, and an optional field is missing instead of `undefined`, as in JSON.
 */
export type TypeOf<Of extends Fields> =
  Inferred<Of> extends infer Value
    ? { readonly [Name in keyof Value]: ReadOnly<Exclude<Value[Name], undefined>> }
    : never;

/** `TypeOf` by event. */
export type TypesOf<Tables extends ByEvent<string>> = {
  readonly [Event in keyof Tables]: TypeOf<ReturnType<Tables[Event]>>;
};

/** `TypeOf` by event, for answers. An answer without fields is an empty object. */
export type AnswersOf<Tables extends ByEvent<string>> = {
  readonly [Event in keyof Tables]: keyof ReturnType<Tables[Event]> extends never
    ? Readonly<Record<string, never>>
    : TypeOf<ReturnType<Tables[Event]>>;
};

type MaybeMissing = { readonly _zod: { readonly optout: "optional" } };

type Inferred<Of extends Fields> = {
  [Name in keyof Of as Of[Name] extends MaybeMissing ? never : Name]: z.infer<Of[Name]>;
} & { [Name in keyof Of as Of[Name] extends MaybeMissing ? Name : never]?: z.infer<Of[Name]> };

// Lists the fields again: with `Readonly`, an editor would show that name and not the fields.
type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Exclude<Value[Name], undefined>> }
    : Value;

/** The fields of an answer whose `decision` denies its event or makes the agent continue. */
export const blocking = { decision: optional.block, reason: optional.text };

/** The fields of one event. The host drops an answer with the name of another event. */
export function specificOutput<const Event extends string, Own extends Fields>(event: Event, own: Own) {
  return { hookSpecificOutput: z.optional(strictObject({ hookEventName: z.literal(event), ...own })) };
}

/** Returns the schema of each event's payload. A payload may have more fields. */
export function payloadSchemas<Event extends string>(common: Fields, own: Partial<ByEvent<Event>>) {
  return memoized((event: Event): z.ZodMiniObject => z.looseObject({ ...common, ...own[event]?.() }));
}

/** Returns the schema of each event's answer. An answer may not have more fields. */
export function answerSchemas<Event extends string>(common: Fields, own: ByEvent<Event>) {
  return memoized((event: Event): z.ZodMiniObject => z.strictObject({ ...common, ...own[event]() }));
}
