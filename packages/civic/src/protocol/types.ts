// The types of @civic/hook-common 0.9.0, under the same names. They are inferred from our schemas, so they do not
// depend on an MCP SDK.

import type { z } from "zod";
import type * as results from "./hook-results.js";
import type * as mcp from "./mcp.js";

export type Request = z.infer<typeof mcp.message>;
export type Result = z.infer<typeof mcp.result>;
export type Notification = z.infer<typeof mcp.message>;

export type CallToolRequest = z.infer<typeof mcp.callToolRequest>;
export type CallToolResult = z.infer<typeof mcp.callToolResult>;
export type ListToolsRequest = z.infer<typeof mcp.listToolsRequest>;
export type ListToolsResult = z.infer<typeof mcp.listToolsResult>;
export type ListPromptsRequest = z.infer<typeof mcp.listPromptsRequest>;
export type ListPromptsResult = z.infer<typeof mcp.listPromptsResult>;
export type InitializeRequest = z.infer<typeof mcp.initializeRequest>;
export type InitializeResult = z.infer<typeof mcp.initializeResult>;
export type ListResourcesRequest = z.infer<typeof mcp.listResourcesRequest>;
export type ListResourcesResult = z.infer<typeof mcp.listResourcesResult>;
export type ListResourceTemplatesRequest = z.infer<typeof mcp.listResourceTemplatesRequest>;
export type ListResourceTemplatesResult = z.infer<typeof mcp.listResourceTemplatesResult>;
export type ReadResourceRequest = z.infer<typeof mcp.readResourceRequest>;
export type ReadResourceResult = z.infer<typeof mcp.readResourceResult>;

/** How a request is sent over HTTP. */
export type RequestContext = z.infer<typeof results.RequestContextSchema>;

type WithContext<TRequest> = TRequest & { requestContext?: RequestContext };

export type CallToolRequestWithContext = WithContext<CallToolRequest>;
export type ListToolsRequestWithContext = WithContext<ListToolsRequest>;
export type ListPromptsRequestWithContext = WithContext<ListPromptsRequest>;
export type InitializeRequestWithContext = WithContext<InitializeRequest>;
export type ListResourcesRequestWithContext = WithContext<ListResourcesRequest>;
export type ListResourceTemplatesRequestWithContext = WithContext<ListResourceTemplatesRequest>;
export type ReadResourceRequestWithContext = WithContext<ReadResourceRequest>;

/** An MCP error, as hooks receive it and may throw it. */
export type HookChainError = z.infer<typeof results.HookChainErrorSchema>;

/** The proxy's metadata for a request. Over stdio it contains only `requestId`. */
export type RequestExtra = {
  sessionId?: string;
  /** The JSON-RPC id of the client's request. */
  requestId: string | number;
  authInfo?: {
    token: string;
    clientId: string;
    scopes: string[];
    expiresAt?: number;
    resource?: URL;
    extra?: Record<string, unknown>;
  };
  _meta?: mcp.RequestMeta;
  /** Contains the headers of the client's request, including `authorization`. */
  requestInfo?: { headers: Record<string, string | string[] | undefined>; url?: URL };
};

/**
 * The caller gets `response` immediately. The rest of the chain then runs with `request`, and `callback` gets the
 * outcome of the rest.
 */
export interface ContinueAsync<TRequest, TResponse> {
  resultType: "continueAsync";
  request: TRequest;
  response: TResponse;
  callback: (response: TResponse | null, error: HookChainError | null) => Promise<void>;
}

/**
 * How a hook for a version before 0.9.0 denies.
 *
 * @deprecated Throw an error instead. An error `{ code, message, data }` keeps all three fields.
 */
export interface HookAbort {
  resultType: "abort";
  reason: string;
  body?: unknown;
}

export type GenericRequestHookResult<TRequest, TResponse> =
  | { resultType: "continue"; request: TRequest }
  | { resultType: "respond"; response: TResponse }
  | ContinueAsync<TRequest, TResponse>;
export type GenericResponseHookResult<TResponse> = { resultType: "continue"; response: TResponse };

export type CallToolRequestHookResult =
  | z.infer<typeof results.CallToolRequestHookResultSchema>
  | ContinueAsync<CallToolRequestWithContext, CallToolResult>;
export type CallToolResponseHookResult = z.infer<typeof results.CallToolResponseHookResultSchema>;
export type CallToolErrorHookResult = z.infer<typeof results.CallToolErrorHookResultSchema>;
export type ListToolsRequestHookResult =
  | z.infer<typeof results.ListToolsRequestHookResultSchema>
  | ContinueAsync<ListToolsRequestWithContext, ListToolsResult>;
export type ListToolsResponseHookResult = z.infer<typeof results.ListToolsResponseHookResultSchema>;
export type ListToolsErrorHookResult = z.infer<typeof results.ListToolsErrorHookResultSchema>;
export type ListPromptsRequestHookResult =
  | z.infer<typeof results.ListPromptsRequestHookResultSchema>
  | ContinueAsync<ListPromptsRequestWithContext, ListPromptsResult>;
export type ListPromptsResponseHookResult = z.infer<typeof results.ListPromptsResponseHookResultSchema>;
export type ListPromptsErrorHookResult = z.infer<typeof results.ListPromptsErrorHookResultSchema>;
export type InitializeRequestHookResult =
  | z.infer<typeof results.InitializeRequestHookResultSchema>
  | ContinueAsync<InitializeRequestWithContext, InitializeResult>;
export type InitializeResponseHookResult = z.infer<typeof results.InitializeResponseHookResultSchema>;
export type InitializeErrorHookResult = z.infer<typeof results.InitializeErrorHookResultSchema>;
export type ListResourcesRequestHookResult =
  | z.infer<typeof results.ListResourcesRequestHookResultSchema>
  | ContinueAsync<ListResourcesRequestWithContext, ListResourcesResult>;
export type ListResourcesResponseHookResult = z.infer<typeof results.ListResourcesResponseHookResultSchema>;
export type ListResourcesErrorHookResult = z.infer<typeof results.ListResourcesErrorHookResultSchema>;
export type ListResourceTemplatesRequestHookResult =
  | z.infer<typeof results.ListResourceTemplatesRequestHookResultSchema>
  | ContinueAsync<ListResourceTemplatesRequestWithContext, ListResourceTemplatesResult>;
export type ListResourceTemplatesResponseHookResult = z.infer<
  typeof results.ListResourceTemplatesResponseHookResultSchema
>;
export type ListResourceTemplatesErrorHookResult = z.infer<typeof results.ListResourceTemplatesErrorHookResultSchema>;
export type ReadResourceRequestHookResult =
  | z.infer<typeof results.ReadResourceRequestHookResultSchema>
  | ContinueAsync<ReadResourceRequestWithContext, ReadResourceResult>;
export type ReadResourceResponseHookResult = z.infer<typeof results.ReadResourceResponseHookResultSchema>;
export type ReadResourceErrorHookResult = z.infer<typeof results.ReadResourceErrorHookResultSchema>;
export type RequestHookResult = z.infer<typeof results.RequestHookResultSchema> | ContinueAsync<Request, Result>;
export type ResponseHookResult = z.infer<typeof results.ResponseHookResultSchema>;
export type NotificationHookResult = z.infer<typeof results.NotificationHookResultSchema>;
export type OtherErrorHookResult = z.infer<typeof results.OtherErrorHookResultSchema>;
export type TargetErrorHookResult = z.infer<typeof results.TargetErrorHookResultSchema>;
export type NotificationErrorHookResult = z.infer<typeof results.NotificationErrorHookResultSchema>;
export type TargetNotificationErrorHookResult = z.infer<typeof results.TargetNotificationErrorHookResultSchema>;
