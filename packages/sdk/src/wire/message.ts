import { isObject } from "../text/index.js";
import { inexactJson, inexactProblem } from "./inexact-numbers.js";

/** The codes of JSON-RPC 2.0 (https://www.jsonrpc.org/specification#error_object) and our one server error. */
export const ErrorCode = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** The hook failed. The message is generic; its id refers to the details on stderr. */
  hookFailed: -32000,
} as const;

export type JsonRpcId = string | number;
export type Params = Readonly<Record<string, unknown>> | undefined;

/** An error that may cross the wire: a code and a text without secrets. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  /** Additional data that the host's protocol defines. */
  readonly data?: unknown;
}

/** A line that is not a valid message. `id` and `method` are present if they could be read. */
export interface Problem {
  readonly kind: "problem";
  readonly error: WireError;
  readonly id: JsonRpcId | null;
  readonly method?: string;
}

export type Incoming =
  | { readonly kind: "blank" }
  | { readonly kind: "request"; readonly id: JsonRpcId; readonly method: string; readonly params: Params }
  | { readonly kind: "notification"; readonly method: string; readonly params: Params }
  | { readonly kind: "response"; readonly id: JsonRpcId | null; readonly result?: unknown; readonly error?: unknown }
  | Problem;

/** Reads one line as JSON-RPC 2.0. `known`: its value, if it was parsed already. Never throws. */
export function readMessage(line: string, known?: unknown): Incoming {
  if (line === "" || line.trim() === "") return { kind: "blank" };
  const value = known ?? parseJson(line);
  if (value === undefined) return problem(ErrorCode.parse, "Parse error: this line is not JSON", null);
  const message = messageOf(value);
  if (message.kind === "request") recordInexact(line, message.params);
  return message;
}

/** Reads a parsed message. */
export function messageOf(value: unknown): Incoming {
  if (isObject(value)) return classify(value);
  return problem(ErrorCode.invalidRequest, "Invalid request: expected one JSON object", null);
}

const INEXACT = new WeakMap<object, string>();

/** Describes a number in the `arguments` of parsed params that JavaScript cannot represent, or returns `undefined`. */
export function inexactArguments(params: Params): string | undefined {
  return params && INEXACT.get(params);
}

function recordInexact(line: string, params: Params): void {
  if (params?.arguments === undefined) return;
  const inexact = inexactJson(line);
  if (inexact === undefined) return;
  const path = inexact.pathIn((inexact.value as { params: { arguments: unknown } }).params.arguments);
  if (path !== undefined) INEXACT.set(params, inexactProblem(path === "" ? "arguments" : `arguments.${path}`));
}

/**
 * Reads one line from a side that makes no calls, as PicoClaw reads its hooks: any message with an integer id is an
 * answer, whatever its `jsonrpc` and `method`. Never throws.
 */
export function readReply(line: string): Incoming {
  const value = parseJson(line);
  const reply = asReply(value, readMessage(line, value));
  if (reply.kind === "response") recordInexactResult(line, reply.result);
  return reply;
}

function asReply(value: unknown, incoming: Incoming): Incoming {
  if (incoming.kind === "response" || !isObject(value) || !Number.isInteger(value.id)) return incoming;
  return { kind: "response", id: value.id as number, result: value.result, error: value.error };
}

/** Describes a number in a parsed result that JavaScript cannot represent, or returns `undefined`. */
export function inexactResult(result: unknown): string | undefined {
  return isObject(result) ? INEXACT.get(result) : undefined;
}

function recordInexactResult(line: string, result: unknown): void {
  const inexact = isObject(result) ? inexactJson(line) : undefined;
  const path = inexact?.pathIn((inexact.value as { result: unknown }).result);
  if (path !== undefined) INEXACT.set(result as object, inexactProblem(path));
}

/**
 * Joins the lines of a call from a one-shot host. A byte order mark before it is left out, as RFC 8259 allows: Cursor on
 * Windows was seen to write one (reported).
 */
export function textOfCall(lines: readonly string[]): string {
  return lines.join("\n").replace(/^\uFEFF/, "");
}

/** Parses a line as JSON. Returns `undefined` if it is not JSON. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function classify(value: Record<string, unknown>): Incoming {
  const { id, method, params } = value;
  const usableId = isId(id) ? id : null;
  const usableMethod = typeof method === "string" ? method : undefined;
  if (value.jsonrpc !== "2.0") return invalid('expected "jsonrpc": "2.0"', usableId, usableMethod);
  if (method === undefined && ("result" in value || "error" in value)) {
    return { kind: "response", id: usableId, result: value.result, error: value.error };
  }
  if (usableMethod === undefined) return invalid('expected a string as "method"', usableId);
  if (id !== undefined && usableId === null)
    return invalid('expected a string or a number as "id"', null, usableMethod);
  if (params !== undefined && params !== null && !isObject(params)) {
    return usableId === null
      ? { kind: "blank" }
      : problem(ErrorCode.invalidParams, 'Invalid params: expected an object as "params"', usableId, usableMethod);
  }
  const objectParams = (params ?? undefined) as Params;
  return usableId === null
    ? { kind: "notification", method: usableMethod, params: objectParams }
    : { kind: "request", id: usableId, method: usableMethod, params: objectParams };
}

function invalid(expected: string, id: JsonRpcId | null, method?: string): Problem {
  return problem(ErrorCode.invalidRequest, `Invalid request: ${expected}`, id, method);
}

function problem(code: number, message: string, id: JsonRpcId | null, method?: string): Problem {
  return { kind: "problem", error: { code, message }, id, ...(method === undefined ? {} : { method }) };
}

function isId(id: unknown): id is JsonRpcId {
  return typeof id === "string" || (typeof id === "number" && Number.isFinite(id));
}
