// What the README of @civic/hook-common has, and its version 0.9.0 has not.

import { z } from "zod";
import {
  CallToolErrorHookResultSchema,
  CallToolRequestHookResultSchema,
  CallToolResponseHookResultSchema,
  HookChainErrorSchema,
  InitializeErrorHookResultSchema,
  ListToolsErrorHookResultSchema,
} from "./hook-results.js";
import type * as types from "./types.js";

const abort = z.looseObject({ resultType: z.literal("abort"), reason: z.string(), body: z.unknown().optional() });

/** @deprecated `CallToolRequestHookResultSchema`; throw in place of `abort`. */
export const ToolCallRequestHookResultSchema = z.discriminatedUnion("resultType", [
  ...CallToolRequestHookResultSchema.options,
  abort,
]);
/** @deprecated `CallToolRequestHookResult`; throw in place of `abort`. */
export type ToolCallRequestHookResult = types.CallToolRequestHookResult | types.HookAbort;

/** @deprecated `CallToolResponseHookResultSchema`; throw in place of `abort`. */
export const ToolCallResponseHookResultSchema = z.discriminatedUnion("resultType", [
  ...CallToolResponseHookResultSchema.options,
  abort,
]);
/** @deprecated `CallToolResponseHookResult`; throw in place of `abort`. */
export type ToolCallResponseHookResult = types.CallToolResponseHookResult | types.HookAbort;

/** @deprecated `CallToolErrorHookResultSchema`: each failure goes to `processCallToolError`. */
export const ToolCallTransportErrorHookResultSchema = CallToolErrorHookResultSchema;
/** @deprecated `CallToolErrorHookResult`: each failure goes to `processCallToolError`. */
export type ToolCallTransportErrorHookResult = types.CallToolErrorHookResult;

/** @deprecated `ListToolsErrorHookResultSchema`: each failure goes to `processListToolsError`. */
export const ListToolsTransportErrorHookResultSchema = ListToolsErrorHookResultSchema;
/** @deprecated `ListToolsErrorHookResult`: each failure goes to `processListToolsError`. */
export type ListToolsTransportErrorHookResult = types.ListToolsErrorHookResult;

/** @deprecated `InitializeErrorHookResultSchema`: each failure goes to `processInitializeError`. */
export const InitializeTransportErrorHookResultSchema = InitializeErrorHookResultSchema;
/** @deprecated `InitializeErrorHookResult`: each failure goes to `processInitializeError`. */
export type InitializeTransportErrorHookResult = types.InitializeErrorHookResult;

/** @deprecated `HookChainErrorSchema` */
export const TransportErrorSchema = HookChainErrorSchema;
/** @deprecated `HookChainError` */
export type TransportError = types.HookChainError;
