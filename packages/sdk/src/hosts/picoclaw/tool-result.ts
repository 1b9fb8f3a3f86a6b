import { decodeFields, encodeFields, type Field, type Raw } from "../../codec/fields.js";
import type { ToolResult } from "../../hook/message.js";

const FIELDS: readonly Field[] = [
  { sdkName: "forLlm", hostName: "for_llm", defaultValue: "" },
  { sdkName: "forUser", hostName: "for_user" },
  { sdkName: "silent", hostName: "silent" },
  { sdkName: "isError", hostName: "is_error" },
  { sdkName: "media", hostName: "media" },
  { sdkName: "artifactTags", hostName: "artifact_tags" },
  { sdkName: "responseHandled", hostName: "response_handled" },
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
  const named = FIELDS.filter((field) => Object.hasOwn(patch, field.sdkName));
  return {
    ...raw,
    ...Object.fromEntries(named.map((field) => [field.hostName, patch[field.sdkName as keyof ToolResult]])),
  };
}
