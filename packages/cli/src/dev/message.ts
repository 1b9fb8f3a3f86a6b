import { isObject } from "@agent-hook/sdk/internal/text";

export type Id = string | number;

/** What a line of JSON-RPC contains. Several of each only in a batch, which old versions of MCP allow. */
export interface Message {
  readonly requests: readonly Request[];
  readonly notifications: readonly { readonly method: string; readonly params: unknown }[];
  readonly responses: readonly Response[];
}

export interface Request {
  readonly id: Id;
  readonly method: string;
  readonly params: unknown;
}

export interface Response {
  readonly id: Id;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Reads a line. A line that is not JSON-RPC contains nothing. Never throws. */
export function readMessage(line: Buffer): Message {
  const message = { requests: [] as Request[], notifications: [] as Request[], responses: [] as Response[] };
  const value = parse(line);
  for (const item of Array.isArray(value) ? value : [value]) {
    if (!isObject(item)) continue;
    const { id, method, params, result, error } = item as Record<string, unknown>;
    const isCall = typeof method === "string";
    if (!isId(id)) {
      if (isCall) message.notifications.push({ id: "", method, params });
    } else if (isCall) message.requests.push({ id, method, params });
    else message.responses.push({ id, result, error });
  }
  return message;
}

/** Returns the line of a message, including the newline. */
export function lineOf(message: object): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return undefined;
  }
}

function isId(id: unknown): id is Id {
  return typeof id === "string" || typeof id === "number";
}
