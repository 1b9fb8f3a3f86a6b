import * as z from "zod/mini";
import { jsonObject } from "./shapes/fields.js";

/** An entry has exactly one of these keys. The last two record the end of the hook's process. */
export const ENTRY_KINDS = ["message", "text", "base64", "exit", "signal"] as const;
export const END_KINDS: readonly string[] = ["exit", "signal"];

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** One line of a recording: a wire as JSON Lines. Unknown keys are allowed. */
export const transcriptEntry = z
  .looseObject({
    /** The sender. */
    from: z.enum(["host", "hook"]),
    /** A line that is a JSON object: a JSON-RPC message. */
    message: z.optional(jsonObject),
    /** A line that is not a JSON object, without its newline. */
    text: z.optional(z.string()),
    /** A line that is not valid UTF-8. */
    base64: z.optional(z.string()),
    /** The hook's process ended with this code. */
    exit: z.optional(z.int()),
    /** The hook's process was ended by this signal. */
    signal: z.optional(z.string()),
    /** The time: ISO 8601, UTC, with milliseconds. */
    at: z.optional(z.string().check(z.regex(UTC, "expected a time in UTC such as 2026-01-31T09:30:00.000Z"))),
    /** The hook's name, if several hooks share a file. */
    hook: z.optional(z.string()),
    /**
     * JSON Pointers (RFC 6901) to the values in `message` in which `[redacted]` replaces a secret. With `text` or
     * `base64`, the pointer is `""`: the secret was somewhere in the text or the bytes.
     */
    redacted: z.optional(z.array(z.string())),
  })
  .check(
    z.refine((entry) => heldBy(entry).length === 1, `expected exactly one of ${ENTRY_KINDS.join(", ")}`),
    z.refine(
      (entry) => entry.from === "hook" || !heldBy(entry).some((kind) => END_KINDS.includes(kind)),
      'expected the end of a process to be from "hook"',
    ),
  );
export type TranscriptEntry = z.infer<typeof transcriptEntry>;

function heldBy(entry: Readonly<Record<string, unknown>>): string[] {
  return ENTRY_KINDS.filter((kind) => entry[kind] !== undefined);
}
