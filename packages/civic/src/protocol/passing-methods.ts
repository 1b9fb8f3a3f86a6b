import type { HookMethods } from "./hook.js";
import type * as t from "./types.js";

type Args<K extends keyof HookMethods> = Parameters<HookMethods[K]>;
type Answer<K extends keyof HookMethods> = ReturnType<HookMethods[K]>;

/**
 * The methods of `AbstractHook`, which never abort: `return super.processCallToolRequest(...)` has the same type as
 * with Civic's class. The second overload of a method lets a class for a version before 0.9.0 answer `abort`:
 * TypeScript checks an override against each overload, and treats a type parameter as `any` in this check.
 */
export interface PassingMethods extends HookMethods {
  processCallToolRequest<R extends t.CallToolRequestHookResult = t.CallToolRequestHookResult>(
    ...args: Args<"processCallToolRequest">
  ): Promise<R>;
  processCallToolRequest(...args: Args<"processCallToolRequest">): Answer<"processCallToolRequest">;
  processCallToolResult<R extends t.CallToolResponseHookResult = t.CallToolResponseHookResult>(
    ...args: Args<"processCallToolResult">
  ): Promise<R>;
  processCallToolResult(...args: Args<"processCallToolResult">): Answer<"processCallToolResult">;
  processListToolsRequest<R extends t.ListToolsRequestHookResult = t.ListToolsRequestHookResult>(
    ...args: Args<"processListToolsRequest">
  ): Promise<R>;
  processListToolsRequest(...args: Args<"processListToolsRequest">): Answer<"processListToolsRequest">;
  processListToolsResult<R extends t.ListToolsResponseHookResult = t.ListToolsResponseHookResult>(
    ...args: Args<"processListToolsResult">
  ): Promise<R>;
  processListToolsResult(...args: Args<"processListToolsResult">): Answer<"processListToolsResult">;
  processListPromptsRequest<R extends t.ListPromptsRequestHookResult = t.ListPromptsRequestHookResult>(
    ...args: Args<"processListPromptsRequest">
  ): Promise<R>;
  processListPromptsRequest(...args: Args<"processListPromptsRequest">): Answer<"processListPromptsRequest">;
  processListPromptsResult<R extends t.ListPromptsResponseHookResult = t.ListPromptsResponseHookResult>(
    ...args: Args<"processListPromptsResult">
  ): Promise<R>;
  processListPromptsResult(...args: Args<"processListPromptsResult">): Answer<"processListPromptsResult">;
  processInitializeRequest<R extends t.InitializeRequestHookResult = t.InitializeRequestHookResult>(
    ...args: Args<"processInitializeRequest">
  ): Promise<R>;
  processInitializeRequest(...args: Args<"processInitializeRequest">): Answer<"processInitializeRequest">;
  processInitializeResult<R extends t.InitializeResponseHookResult = t.InitializeResponseHookResult>(
    ...args: Args<"processInitializeResult">
  ): Promise<R>;
  processInitializeResult(...args: Args<"processInitializeResult">): Answer<"processInitializeResult">;
  processListResourcesRequest<R extends t.ListResourcesRequestHookResult = t.ListResourcesRequestHookResult>(
    ...args: Args<"processListResourcesRequest">
  ): Promise<R>;
  processListResourcesRequest(...args: Args<"processListResourcesRequest">): Answer<"processListResourcesRequest">;
  processListResourcesResult<R extends t.ListResourcesResponseHookResult = t.ListResourcesResponseHookResult>(
    ...args: Args<"processListResourcesResult">
  ): Promise<R>;
  processListResourcesResult(...args: Args<"processListResourcesResult">): Answer<"processListResourcesResult">;
  processListResourceTemplatesRequest<
    R extends t.ListResourceTemplatesRequestHookResult = t.ListResourceTemplatesRequestHookResult,
  >(...args: Args<"processListResourceTemplatesRequest">): Promise<R>;
  processListResourceTemplatesRequest(
    ...args: Args<"processListResourceTemplatesRequest">
  ): Answer<"processListResourceTemplatesRequest">;
  processListResourceTemplatesResult<
    R extends t.ListResourceTemplatesResponseHookResult = t.ListResourceTemplatesResponseHookResult,
  >(...args: Args<"processListResourceTemplatesResult">): Promise<R>;
  processListResourceTemplatesResult(
    ...args: Args<"processListResourceTemplatesResult">
  ): Answer<"processListResourceTemplatesResult">;
  processReadResourceRequest<R extends t.ReadResourceRequestHookResult = t.ReadResourceRequestHookResult>(
    ...args: Args<"processReadResourceRequest">
  ): Promise<R>;
  processReadResourceRequest(...args: Args<"processReadResourceRequest">): Answer<"processReadResourceRequest">;
  processReadResourceResult<R extends t.ReadResourceResponseHookResult = t.ReadResourceResponseHookResult>(
    ...args: Args<"processReadResourceResult">
  ): Promise<R>;
  processReadResourceResult(...args: Args<"processReadResourceResult">): Answer<"processReadResourceResult">;
  processOtherRequest<R extends t.RequestHookResult = t.RequestHookResult>(
    ...args: Args<"processOtherRequest">
  ): Promise<R>;
  processOtherRequest(...args: Args<"processOtherRequest">): Answer<"processOtherRequest">;
  processOtherResult<R extends t.ResponseHookResult = t.ResponseHookResult>(
    ...args: Args<"processOtherResult">
  ): Promise<R>;
  processOtherResult(...args: Args<"processOtherResult">): Answer<"processOtherResult">;
  processTargetRequest<R extends t.RequestHookResult = t.RequestHookResult>(
    ...args: Args<"processTargetRequest">
  ): Promise<R>;
  processTargetRequest(...args: Args<"processTargetRequest">): Answer<"processTargetRequest">;
  processTargetResult<R extends t.ResponseHookResult = t.ResponseHookResult>(
    ...args: Args<"processTargetResult">
  ): Promise<R>;
  processTargetResult(...args: Args<"processTargetResult">): Answer<"processTargetResult">;
}
