import * as z from "zod/mini";

/**
 * A reply of the model as Gemini CLI writes and reads it. Parts must be texts: an object is printed as such (run).
 * `least`: how many candidates and parts there must be.
 */
export function responseFields(least: number) {
  const text = z.optional(z.string());
  const candidate = z.looseObject({
    content: z.looseObject({ role: text, parts: z.array(z.string()).check(z.minLength(least)) }),
    finishReason: text,
    index: z.optional(z.number()),
  });
  return {
    text,
    candidates: z.array(candidate).check(z.minLength(least)),
    usageMetadata: z.optional(z.record(z.string(), z.unknown())),
  };
}
