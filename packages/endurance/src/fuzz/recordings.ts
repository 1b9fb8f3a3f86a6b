import { recordings } from "../../../protocol/test/recordings.js";
import { recordings as payloads } from "../../../sdk/test/command-hosts/recordings.js";

export type Json = Record<string, unknown>;

/** What real versions of PicoClaw said, as messages. */
export const MESSAGES: readonly Json[] = recordings.map(({ id, method, direction, body }) =>
  direction === "params"
    ? { jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params: body }
    : { jsonrpc: "2.0", id, result: body },
);

/** What every other agent said: to this wire all of it is foreign. */
export const FOREIGN: readonly Json[] = payloads.map(({ payload }) => payload);
