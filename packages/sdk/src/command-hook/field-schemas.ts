import * as z from "zod/mini";

/** The types of fields. All hosts share one schema per type, since a snapshot contains every schema. */
export const text = z.string();
export const number = z.number();
export const flag = z.boolean();
export const anything = z.unknown();
export const open = z.record(text, anything);

/** A field that may be missing. */
export const maybe = {
  text: z.optional(text),
  textOrNull: z.optional(z.nullable(text)),
  number: z.optional(number),
  flag: z.optional(flag),
  anything: z.optional(anything),
  list: z.optional(z.array(anything)),
  open: z.optional(open),
  block: z.optional(z.literal("block")),
};
