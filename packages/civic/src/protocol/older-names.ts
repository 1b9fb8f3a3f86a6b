// Names that the README of @civic/hook-common documents but its version 0.9.0 does not export.

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

/** @deprecated Use `CallToolRequestHookResultSchema`; throw instead of returning `abort`. */
export const ToolCallRequestHookResultSchema = z.discriminatedUnion("resultType", [
  ...CallToolRequestHookResultSchema.options,
  abort,
]);
/** @deprecated Use `CallToolRequestHookResult`; throw instead of returning `abort`. */
export type ToolCallRequestHookResult = types.CallToolRequestHookResult | types.HookAbort;

/** @deprecated Use `CallToolResponseHookResultSchema`; throw instead of returning `abort`. */
export const ToolCallResponseHookResultSchema = z.discriminatedUnion("resultType", [
  ...CallToolResponseHookResultSchema.options,
  abort,
]);
/** @deprecated Use `CallToolResponseHookResult`; throw instead of returning `abort`. */
export type ToolCallResponseHookResult = types.CallToolResponseHookResult | types.HookAbort;

/** @deprecated Use `CallToolErrorHookResultSchema`: every failure goes to `processCallToolError`. */
export const ToolCallTransportErrorHookResultSchema = CallToolErrorHookResultSchema;
/** @deprecated Use `CallToolErrorHookResult`: every failure goes to `processCallToolError`. */
export type ToolCallTransportErrorHookResult = types.CallToolErrorHookResult;

/** @deprecated Use `ListToolsErrorHookResultSchema`: every failure goes to `processListToolsError`. */
export const ListToolsTransportErrorHookResultSchema = ListToolsErrorHookResultSchema;
/** @deprecated Use `ListToolsErrorHookResult`: every failure goes to `processListToolsError`. */
export type ListToolsTransportErrorHookResult = types.ListToolsErrorHookResult;

/** @deprecated Use `InitializeErrorHookResultSchema`: every failure goes to `processInitializeError`. */
export const InitializeTransportErrorHookResultSchema = InitializeErrorHookResultSchema;
/** @deprecated Use `InitializeErrorHookResult`: every failure goes to `processInitializeError`. */
export type InitializeTransportErrorHookResult = types.InitializeErrorHookResult;

/** @deprecated Use `HookChainErrorSchema`. */
export const TransportErrorSchema = HookChainErrorSchema;
/** @deprecated Use `HookChainError`. */
export type TransportError = types.HookChainError;
