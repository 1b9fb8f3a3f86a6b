import {
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  specTypeSchemas,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { describeIssues } from "../../text/index.js";
import { ErrorCode, type WireError } from "../../wire/message.js";

const SCHEMAS = new Map(
  Object.entries({
    initialize: specTypeSchemas.InitializeRequest,
    ping: specTypeSchemas.PingRequest,
    "tools/list": specTypeSchemas.ListToolsRequest,
    "tools/call": specTypeSchemas.CallToolRequest,
  }),
);

/**
 * Describes what is wrong with the params of a call, or returns `undefined`. The MCP SDK would report its own schemas
 * or an internal error.
 */
export function requestProblem(request: JSONRPCRequest): WireError | undefined {
  const { method } = request;
  const problem = method === "server/discover" ? unversioned(request) : invalidParams(request);
  if (problem === undefined) return undefined;
  return { code: ErrorCode.invalidParams, message: `Invalid params of ${method}: ${problem}` };
}

/** Versions that a call names in `_meta`. Earlier versions are negotiated once, in `initialize`. */
const SUPPORTED = ["2026-07-28"];
const MAX_VERSION_LENGTH = 100;

/** Returns the error for a call with an unsupported version. The MCP SDK checks only a connection's first call. */
export function versionProblem({ params }: JSONRPCRequest): WireError | undefined {
  const version = params?._meta?.[PROTOCOL_VERSION_META_KEY];
  if (typeof version !== "string" || SUPPORTED.includes(version)) return undefined;
  const requested = version.slice(0, MAX_VERSION_LENGTH);
  const { code, message, data } = new UnsupportedProtocolVersionError({ supported: SUPPORTED, requested });
  return { code, message, data };
}

function invalidParams(request: JSONRPCRequest): string | undefined {
  const checked = SCHEMAS.get(request.method)?.["~standard"].validate(request);
  return checked?.issues && describeIssues(checked.issues, request);
}

/**
 * Returns what is wrong with a `server/discover` that names no version. The MCP SDK would then assume a version before
 * 2026-07-28 for the whole connection.
 */
function unversioned({ params }: JSONRPCRequest): string | undefined {
  if (params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined) return undefined;
  return `expected "${PROTOCOL_VERSION_META_KEY}" in "_meta"`;
}
