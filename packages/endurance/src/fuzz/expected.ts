type Id = string | number | null;

/**
 * What JSON-RPC demands for one line: no answer, or one with this id and, where it is an error for certain, its code. What
 * is `guarded` a `block` hook answers with a result: an error would let it through.
 */
export type Expected = { readonly id: Id; readonly code?: number; readonly guarded?: boolean } | undefined;

const POINTS = ["before_llm", "after_llm", "before_tool", "after_tool", "approve_tool"].map((name) => `hook.${name}`);
const METHODS = [...POINTS, "hook.hello", "hook.event", "hook.runtime_event"];
const MEBIBYTE = 2 ** 20;

/** By the specification of JSON-RPC 2.0, and what the docs say beyond it; not by the code of the SDK. */
export function expectedOf(line: Buffer): Expected {
  const text = line.toString("utf8");
  if (text.trim() === "") return undefined;
  const value = parsed(text);
  if (value === undefined) return { id: null, code: -32700 };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { id: null, code: -32600 };
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  const usable = typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
  const isPoint = typeof method === "string" && POINTS.includes(method);
  const length = Buffer.byteLength(JSON.stringify(usable));
  // Beside a long id a refusal has no room.
  const guarded = length < MEBIBYTE / 2;
  const error = (code: number): Expected =>
    isPoint && usable !== null ? { id: usable, guarded } : { id: usable, code };
  if (length > MEBIBYTE - 100) return undefined;
  if (jsonrpc !== "2.0") return error(-32600);
  if (method === undefined && ("result" in value || "error" in value)) return undefined;
  if (typeof method !== "string") return { id: usable, code: -32600 };
  if (id === undefined) return undefined;
  if (usable === null) return { id: null, code: -32600 };
  if (params !== undefined && params !== null && (typeof params !== "object" || Array.isArray(params)))
    return error(-32602);
  if (isPoint) return { id: usable, guarded };
  return METHODS.includes(method) ? { id: usable } : { id: usable, code: -32601 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
