import { describeIssues } from "@agent-hook/protocol/text";
import { type JSONRPCRequest, PROTOCOL_VERSION_META_KEY, specTypeSchemas } from "@modelcontextprotocol/server";
import { ErrorCode, type WireError } from "../../wire/message.js";

const SCHEMAS = new Map(
  Object.entries({
    initialize: specTypeSchemas.InitializeRequest,
    ping: specTypeSchemas.PingRequest,
    "tools/list": specTypeSchemas.ListToolsRequest,
    "tools/call": specTypeSchemas.CallToolRequest,
  }),
);

/** What is wrong with the params of a call, in our words: the library's are a dump of its schemas, and an internal error. */
export function requestProblem(request: JSONRPCRequest): WireError | undefined {
  const { method } = request;
  const problem = method === "server/discover" ? unversioned(request) : misfit(request);
  if (problem === undefined) return undefined;
  return { code: ErrorCode.invalidParams, message: `Invalid params of ${method}: ${problem}` };
}

function misfit(request: JSONRPCRequest): string | undefined {
  const checked = SCHEMAS.get(request.method)?.["~standard"].validate(request);
  return checked?.issues && describeIssues(checked.issues, request);
}

/** The library would take the connection for one of before 2026-07-28, and all that follows. */
function unversioned({ params }: JSONRPCRequest): string | undefined {
  if (params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined) return undefined;
  return `expected "${PROTOCOL_VERSION_META_KEY}" in "_meta"`;
}
