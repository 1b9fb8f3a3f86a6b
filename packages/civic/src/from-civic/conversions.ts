import { isDeepStrictEqual } from "node:util";
import {
  type AfterToolDecision,
  type BeforeToolDecision,
  deny,
  modify,
  respond,
  type ToolCall,
  type ToolOutcome,
} from "@agent-hook/sdk";
import { copyOf } from "@agent-hook/sdk/internal/adapter";
import type { CallToolRequest, CallToolResult } from "../protocol/types.js";

/** Converts a host's call to an MCP request. The hook may change the request in place. */
export function requestOf({ tool, arguments: args }: ToolCall): CallToolRequest {
  return { method: "tools/call", params: { name: tool, arguments: copyOf(args) as Record<string, unknown> } };
}

/** Converts a tool's result to an MCP result. */
export function resultOf({ result: { forLlm, isError } }: ToolOutcome): CallToolResult {
  return { content: [{ type: "text", text: forLlm }], ...(isError === undefined ? {} : { isError }) };
}

/** Returns the changes that a hook made to a call. Throws if the host does not support them. */
export function changesOfCall(call: ToolCall, request: CallToolRequest, host: string): BeforeToolDecision | undefined {
  const { method: _method, params, ...restFields } = request;
  const { name, arguments: args = {}, ...more } = params;
  assertNone(
    "a tool call",
    [...presentFields(restFields), ...presentFields(more).map((field) => `params.${field}`)],
    host,
  );
  const patch = {
    ...(name === call.tool ? {} : { tool: name }),
    ...(isDeepStrictEqual(args, call.arguments) ? {} : { arguments: args }),
  };
  return Object.keys(patch).length === 0 ? undefined : modify(patch);
}

/** Converts the result with which a hook answers a call itself to a decision. An error result denies the call. */
export function answerToCall(result: CallToolResult, host: string): BeforeToolDecision {
  const text = plainText(result, "its own answer to a tool call", host);
  return result.isError === true ? deny(text) : respond(text);
}

/** Returns the changes that a hook made to a result. Throws if the host does not support them. */
export function changesOfResult(
  { result: { forLlm, isError = false } }: ToolOutcome,
  changed: CallToolResult,
  host: string,
): AfterToolDecision | undefined {
  const text = plainText(changed, "a tool's result", host);
  const isFailed = changed.isError ?? false;
  const result = {
    ...(text === forLlm ? {} : { forLlm: text }),
    ...(isFailed === isError ? {} : { isError: isFailed }),
  };
  return Object.keys(result).length === 0 ? undefined : modify({ result });
}

function plainText({ content, isError: _isError, ...restFields }: CallToolResult, what: string, host: string): string {
  const others = content.flatMap((block) => (block.type === "text" ? [] : [`content of type ${block.type}`]));
  assertNone(what, [...new Set(others), ...presentFields(restFields)], host);
  return content.map((block) => block.text).join("\n");
}

/** Returns the names of the fields that are neither `undefined` nor an empty object. */
function presentFields(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).filter((field) => {
    const value = fields[field];
    return value !== undefined && !isDeepStrictEqual(value, {});
  });
}

function assertNone(what: string, fields: readonly string[], host: string): void {
  if (fields.length === 0) return;
  throw new Error(`the hook put ${fields.join(" and ")} into ${what}: ${host} does not support it`);
}
