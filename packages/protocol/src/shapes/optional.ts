import * as z from "zod/mini";

// PicoClaw treats `null` as "left out" in every optional field (observed on v0.2.6 to v0.2.9). One shared schema per
// type keeps the parser of a long message list small and monomorphic.

export const optionalString = z.nullish(z.string());
export const optionalBoolean = z.nullish(z.boolean());
export const optionalNumber = z.nullish(z.number());
export const optionalStrings = z.nullish(z.array(z.string()));
