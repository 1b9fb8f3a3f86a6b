type Id = string | number | null;

/**
 * The answer that JSON-RPC requires for a line: no answer, or an answer with this id. `code` is set if the answer must
 * be an error. If `guarded`, a `block` hook must answer with a result, because an error would let the call through.
 */
export type Expected = { readonly id: Id; readonly code?: number; readonly guarded?: boolean } | undefined;

const POINTS = ["before_llm", "after_llm", "before_tool", "after_tool", "approve_tool"].map((name) => `hook.${name}`);
const METHODS = [...POINTS, "hook.hello", "hook.event", "hook.runtime_event"];
const MEBIBYTE = 2 ** 20;

/** Follows the JSON-RPC 2.0 specification and the docs, not the code of the SDK. */
export function expectedOf(line: Buffer): Expected {
  const text = line.toString("utf8");
  if (text.trim() === "") return undefined;
  const value = parsed(text);
  if (value === undefined) return { id: null, code: -32700 };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { id: null, code: -32600 };
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  const usableId = typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
  const isPoint = typeof method === "string" && POINTS.includes(method);
  const length = Buffer.byteLength(JSON.stringify(usableId));
  // With a very long id, a denial does not fit into the line.
  const guarded = length < MEBIBYTE / 2;
  const error = (code: number): Expected =>
    isPoint && usableId !== null ? { id: usableId, guarded } : { id: usableId, code };
  if (length > MEBIBYTE - 100) return undefined;
  if (jsonrpc !== "2.0") return error(-32600);
  if (method === undefined && ("result" in value || "error" in value)) return undefined;
  if (typeof method !== "string") return { id: usableId, code: -32600 };
  if (id === undefined) return undefined;
  if (usableId === null) return { id: null, code: -32600 };
  if (params !== undefined && params !== null && (typeof params !== "object" || Array.isArray(params)))
    return error(-32602);
  if (isPoint) return { id: usableId, guarded };
  return METHODS.includes(method) ? { id: usableId } : { id: usableId, code: -32601 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
