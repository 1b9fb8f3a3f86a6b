import * as z from "zod/mini";
import { maybe, text } from "../../command-hook/field-schemas.js";

/**
 * Returns the fields of a model reply as Gemini CLI writes and reads it. Parts must be strings: an object is printed as
 * an object (observed). `least` is the minimum number of candidates and parts.
 */
export function responseFields(least: number) {
  const candidate = z.looseObject({
    content: z.looseObject({ role: maybe.text, parts: z.array(text).check(z.minLength(least)) }),
    finishReason: maybe.text,
    index: maybe.number,
  });
  return {
    text: maybe.text,
    candidates: z.array(candidate).check(z.minLength(least)),
    usageMetadata: maybe.open,
  };
}
