import { safeText } from "./safe-text.js";

/** An answer to one call, as tRPC's client reads it. */
export type ReplyItem = { readonly result: { readonly data: { readonly json: unknown } } } | { readonly error: object };

/** What a call failed with. `status` is that of the call; 501 would be one that clients take for "go on". */
export interface CallError {
  readonly code: number;
  readonly message: string;
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 500 | 503;
  readonly data?: unknown;
}

export function resultItem(value: unknown): ReplyItem {
  return { result: { data: { json: value } } };
}

export function errorItem(method: string, { code, message, status, data }: CallError): ReplyItem {
  const details = { code: NAMES[status], httpStatus: status, path: method, ...(data === undefined ? {} : { data }) };
  return { error: { json: { message: safeText(message), code, data: details } } };
}

/** tRPC's own names of statuses. */
const NAMES: Readonly<Record<CallError["status"], string>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  413: "PAYLOAD_TOO_LARGE",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
};
