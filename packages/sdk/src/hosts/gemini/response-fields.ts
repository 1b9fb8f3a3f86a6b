import * as z from "zod/mini";
import { maybe, text } from "../../command-hook/field-schemas.js";

/**
 * A reply of the model as Gemini CLI writes and reads it. Parts must be texts: an object is printed as such (run).
 * `least`: how many candidates and parts there must be.
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
