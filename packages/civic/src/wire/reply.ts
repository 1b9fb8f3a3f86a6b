import { safeTexts } from "./safe-text.js";

/** The status of a failed call. 501 is never used, because clients could read it as "continue". */
type Status = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 500 | 503;

/** The error of a call, in words that are safe to send. */
export interface CallError {
  readonly status: Status;
  readonly message: string;
  /** Default: tRPC's code for the status. */
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
    // JSON that is nested several thousand levels deep can be parsed but not written.
    return errorItem(method, { status: 500, message: "The answer is nested too deeply to be written as JSON" });
  }
}

export function errorItem(method: string, { status, message, code, data }: CallError): ReplyItem {
  const { name, code: defaultCode } = KINDS[status];
  const details = { code: name, httpStatus: status, path: method, ...(data === undefined ? {} : { data }) };
  const json = safeTexts({ message, code: code ?? defaultCode, data: details });
  return { status, text: JSON.stringify({ error: { json } }) };
}

/** tRPC's own names and codes. */
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
