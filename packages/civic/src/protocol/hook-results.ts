// The names are those of @civic/hook-common 0.9.0. Each schema is derived from MCP's schemas, and each type from its
// schema.

import { z } from "zod";
import * as mcp from "./mcp.js";

export const RequestContextSchemaRaw = {
  headers: z.record(z.string(), z.string()).optional(),
  host: z.string().optional(),
  path: z.string().optional(),
};

/** How a request is sent over HTTP. */
export const RequestContextSchema = z.looseObject(RequestContextSchemaRaw);

export const HookChainErrorSchema = z.object({
  code: z.number(),
  message: z.string(),
  data: z.unknown().optional(),
});

const context = { requestContext: RequestContextSchema.optional() };

export const CallToolRequestSchemaWithContext = mcp.callToolRequest.extend(context);
export const ListToolsRequestSchemaWithContext = mcp.listToolsRequest.extend(context);
export const ListPromptsRequestSchemaWithContext = mcp.listPromptsRequest.extend(context);
export const InitializeRequestSchemaWithContext = mcp.initializeRequest.extend(context);
export const ListResourcesRequestSchemaWithContext = mcp.listResourcesRequest.extend(context);
export const ListResourceTemplatesRequestSchemaWithContext = mcp.listResourceTemplatesRequest.extend(context);
export const ReadResourceRequestSchemaWithContext = mcp.readResourceRequest.extend(context);

/** Continue with this request, or answer instead of the target. */
function ofRequest<Req extends z.ZodType, Res extends z.ZodType>(request: Req, response: Res) {
  return z.discriminatedUnion("resultType", [
    z.looseObject({ resultType: z.literal("continue"), request }),
    z.looseObject({ resultType: z.literal("respond"), response }),
  ]);
}

/** Continue with this result. */
function ofResult<Res extends z.ZodType>(response: Res) {
  return z.discriminatedUnion("resultType", [z.looseObject({ resultType: z.literal("continue"), response })]);
}

/** Keep the error, or recover with this result. */
function ofError<Res extends z.ZodType>(response: Res) {
  return z.discriminatedUnion("resultType", [
    z.looseObject({ resultType: z.literal("continue") }),
    z.looseObject({ resultType: z.literal("respond"), response }),
  ]);
}

/** An error that no caller waits for can only be observed. */
function ofNotificationError() {
  return z.discriminatedUnion("resultType", [z.looseObject({ resultType: z.literal("continue") })]);
}

export const CallToolRequestHookResultSchema = ofRequest(CallToolRequestSchemaWithContext, mcp.callToolResult);
export const CallToolResponseHookResultSchema = ofResult(mcp.callToolResult);
export const CallToolErrorHookResultSchema = ofError(mcp.callToolResult);

export const ListToolsRequestHookResultSchema = ofRequest(ListToolsRequestSchemaWithContext, mcp.listToolsResult);
export const ListToolsResponseHookResultSchema = ofResult(mcp.listToolsResult);
export const ListToolsErrorHookResultSchema = ofError(mcp.listToolsResult);

export const ListPromptsRequestHookResultSchema = ofRequest(ListPromptsRequestSchemaWithContext, mcp.listPromptsResult);
export const ListPromptsResponseHookResultSchema = ofResult(mcp.listPromptsResult);
export const ListPromptsErrorHookResultSchema = ofError(mcp.listPromptsResult);

export const InitializeRequestHookResultSchema = ofRequest(InitializeRequestSchemaWithContext, mcp.initializeResult);
export const InitializeResponseHookResultSchema = ofResult(mcp.initializeResult);
export const InitializeErrorHookResultSchema = ofError(mcp.initializeResult);

export const ListResourcesRequestHookResultSchema = ofRequest(
  ListResourcesRequestSchemaWithContext,
  mcp.listResourcesResult,
);
export const ListResourcesResponseHookResultSchema = ofResult(mcp.listResourcesResult);
export const ListResourcesErrorHookResultSchema = ofError(mcp.listResourcesResult);

export const ListResourceTemplatesRequestHookResultSchema = ofRequest(
  ListResourceTemplatesRequestSchemaWithContext,
  mcp.listResourceTemplatesResult,
);
export const ListResourceTemplatesResponseHookResultSchema = ofResult(mcp.listResourceTemplatesResult);
export const ListResourceTemplatesErrorHookResultSchema = ofError(mcp.listResourceTemplatesResult);

export const ReadResourceRequestHookResultSchema = ofRequest(
  ReadResourceRequestSchemaWithContext,
  mcp.readResourceResult,
);
export const ReadResourceResponseHookResultSchema = ofResult(mcp.readResourceResult);
export const ReadResourceErrorHookResultSchema = ofError(mcp.readResourceResult);

/** For requests without their own family, and for a server's requests to its client. */
export const RequestHookResultSchema = ofRequest(mcp.message, mcp.result);
export const ResponseHookResultSchema = ofResult(mcp.result);
export const OtherErrorHookResultSchema = ofError(mcp.result);
export const TargetErrorHookResultSchema = ofError(mcp.result);

export const NotificationHookResultSchema = z.discriminatedUnion("resultType", [
  z.looseObject({ resultType: z.literal("continue"), notification: mcp.message }),
]);
export const NotificationErrorHookResultSchema = ofNotificationError();
export const TargetNotificationErrorHookResultSchema = ofNotificationError();
