import { createHash } from "node:crypto";
import type { ToolCall } from "@agent-hook/sdk";

/**
 * Returns a short text that is the same for calls of the same tool with the same arguments, whatever the order of the
 * fields.
 */
export function callId({ tool, arguments: args }: Pick<ToolCall, "tool" | "arguments">): string {
  return hashOf(canonicalJson([tool, args]));
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** Returns a value as JSON with sorted fields. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
