import { decodeFields, encodeFields, type Field, type Raw } from "../../codec/fields.js";
import type { ToolResult } from "../../hook/message.js";

const FIELDS: readonly Field[] = [
  { ours: "forLlm", theirs: "for_llm", absent: "" },
  { ours: "forUser", theirs: "for_user" },
  { ours: "silent", theirs: "silent" },
  { ours: "isError", theirs: "is_error" },
  { ours: "media", theirs: "media" },
  { ours: "artifactTags", theirs: "artifact_tags" },
  { ours: "responseHandled", theirs: "response_handled" },
];

export function decodeToolResult(raw: Raw): ToolResult {
  return decodeFields(raw, FIELDS);
}

/** Encodes a result that replaces a tool's own. */
export function encodeToolResult(result: ToolResult): Record<string, unknown> {
  return { silent: false, is_error: false, for_llm: result.forLlm, ...encodeFields(result, FIELDS, {}) };
}

/** Returns the host's result with the fields that the patch sets. */
export function overlayToolResult(raw: Raw, patch: Partial<ToolResult>): Record<string, unknown> {
  const named = FIELDS.filter((field) => Object.hasOwn(patch, field.ours));
  return { ...raw, ...Object.fromEntries(named.map((field) => [field.theirs, patch[field.ours as keyof ToolResult]])) };
}
