import { safeTexts } from "./safe-text.js";

/** Why a call is refused. 501 is never said: clients could take it for "go on". */
type Status = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 500 | 503;

/** What a call failed with, in words that may cross the wire. */
export interface CallError {
  readonly status: Status;
  readonly message: string;
  /** Default: the one that tRPC has for the status. */
  readonly code?: number;
  readonly data?: unknown;
}

/** The answer to one call, as tRPC's client reads it. */
export interface ReplyItem {
  readonly status: 200 | Status;
  /** JSON. */
  readonly text: string;
}

export function resultItem(method: string, value: object): ReplyItem {
  try {
    return { status: 200, text: JSON.stringify({ result: { data: { json: value } } }) };
  } catch {
    // What is nested some thousand levels deep is read, but not written.
    return errorItem(method, { status: 500, message: "The answer is nested too deeply to be written as JSON" });
  }
}

export function errorItem(method: string, { status, message, code, data }: CallError): ReplyItem {
  const { name, code: usual } = KINDS[status];
  const details = { code: name, httpStatus: status, path: method, ...(data === undefined ? {} : { data }) };
  const json = safeTexts({ message, code: code ?? usual, data: details });
  return { status, text: JSON.stringify({ error: { json } }) };
}

/** tRPC's own names and numbers. */
const KINDS: Readonly<Record<Status, { readonly name: string; readonly code: number }>> = {
  400: { name: "BAD_REQUEST", code: -32600 },
  401: { name: "UNAUTHORIZED", code: -32001 },
  403: { name: "FORBIDDEN", code: -32003 },
  404: { name: "NOT_FOUND", code: -32004 },
  405: { name: "METHOD_NOT_SUPPORTED", code: -32005 },
  413: { name: "PAYLOAD_TOO_LARGE", code: -32013 },
  415: { name: "UNSUPPORTED_MEDIA_TYPE", code: -32015 },
  500: { name: "INTERNAL_SERVER_ERROR", code: -32603 },
  503: { name: "SERVICE_UNAVAILABLE", code: -32603 },
};
