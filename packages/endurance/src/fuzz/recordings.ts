import { recordings as payloads } from "../../../sdk/test/command-hosts/recordings.js";
import { recordings } from "../../../sdk/test/protocol/recordings.js";

export type Json = Record<string, unknown>;

/** Recorded traffic of real PicoClaw versions, as messages. */
export const MESSAGES: readonly Json[] = recordings.map(({ id, method, direction, body }) =>
  direction === "params"
    ? { jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params: body }
    : { jsonrpc: "2.0", id, result: body },
);

/** Recorded payloads of all other agents. All of them are foreign on this wire. */
export const FOREIGN: readonly Json[] = payloads.map(({ payload }) => payload);
