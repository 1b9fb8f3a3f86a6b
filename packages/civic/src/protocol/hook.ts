import type * as t from "./types.js";

/** The answer to a request or to its result. Hooks for versions before 0.9.0 answer `abort` to deny. */
type Answer<T> = Promise<T | t.HookAbort>;

/**
 * All methods of a hook: the three phases of each family of requests, and notifications. A hook denies by throwing.
 * These are method signatures, so that a class may declare fewer parameters and call `super`.
 */
export interface HookMethods {
  /** `tools/call` */
  processCallToolRequest(
    request: t.CallToolRequestWithContext,
    requestExtra: t.RequestExtra,
  ): Answer<t.CallToolRequestHookResult>;
  processCallToolResult(
    response: t.CallToolResult,
    originalRequest: t.CallToolRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Answer<t.CallToolResponseHookResult>;
  processCallToolError(
    error: t.HookChainError,
    originalRequest: t.CallToolRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Promise<t.CallToolErrorHookResult>;

  /** `tools/list` */
  processListToolsRequest(
    request: t.ListToolsRequestWithContext,
    requestExtra: t.RequestExtra,
  ): Answer<t.ListToolsRequestHookResult>;
  processListToolsResult(
    response: t.ListToolsResult,
    originalRequest: t.ListToolsRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Answer<t.ListToolsResponseHookResult>;
  processListToolsError(
    error: t.HookChainError,
    originalRequest: t.ListToolsRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Promise<t.ListToolsErrorHookResult>;

  /** `prompts/list` */
  processListPromptsRequest(
    request: t.ListPromptsRequestWithContext,
    requestExtra: t.RequestExtra,
  ): Answer<t.ListPromptsRequestHookResult>;
  processListPromptsResult(
    response: t.ListPromptsResult,
    originalRequest: t.ListPromptsRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Answer<t.ListPromptsResponseHookResult>;
  processListPromptsError(
    error: t.HookChainError,
    originalRequest: t.ListPromptsRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Promise<t.ListPromptsErrorHookResult>;

  /** `initialize` */
  processInitializeRequest(
    request: t.InitializeRequestWithContext,
    requestExtra: t.RequestExtra,
  ): Answer<t.InitializeRequestHookResult>;
  processInitializeResult(
    response: t.InitializeResult,
    originalRequest: t.InitializeRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Answer<t.InitializeResponseHookResult>;
  processInitializeError(
    error: t.HookChainError,
    originalRequest: t.InitializeRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Promise<t.InitializeErrorHookResult>;

  /** `resources/list` */
  processListResourcesRequest(
    request: t.ListResourcesRequestWithContext,
    requestExtra: t.RequestExtra,
  ): Answer<t.ListResourcesRequestHookResult>;
  processListResourcesResult(
    response: t.ListResourcesResult,
    originalRequest: t.ListResourcesRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Answer<t.ListResourcesResponseHookResult>;
  processListResourcesError(
    error: t.HookChainError,
    originalRequest: t.ListResourcesRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Promise<t.ListResourcesErrorHookResult>;

  /** `resources/templates/list` */
  processListResourceTemplatesRequest(
    request: t.ListResourceTemplatesRequestWithContext,
    requestExtra: t.RequestExtra,
  ): Answer<t.ListResourceTemplatesRequestHookResult>;
  processListResourceTemplatesResult(
    response: t.ListResourceTemplatesResult,
    originalRequest: t.ListResourceTemplatesRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Answer<t.ListResourceTemplatesResponseHookResult>;
  processListResourceTemplatesError(
    error: t.HookChainError,
    originalRequest: t.ListResourceTemplatesRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Promise<t.ListResourceTemplatesErrorHookResult>;

  /** `resources/read` */
  processReadResourceRequest(
    request: t.ReadResourceRequestWithContext,
    requestExtra: t.RequestExtra,
  ): Answer<t.ReadResourceRequestHookResult>;
  processReadResourceResult(
    response: t.ReadResourceResult,
    originalRequest: t.ReadResourceRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Answer<t.ReadResourceResponseHookResult>;
  processReadResourceError(
    error: t.HookChainError,
    originalRequest: t.ReadResourceRequestWithContext,
    originalRequestExtra: t.RequestExtra,
  ): Promise<t.ReadResourceErrorHookResult>;

  /** Any other request of the client. */
  processOtherRequest(request: t.Request, requestExtra: t.RequestExtra): Answer<t.RequestHookResult>;
  processOtherResult(
    response: t.Result,
    originalRequest: t.Request,
    originalRequestExtra: t.RequestExtra,
  ): Answer<t.ResponseHookResult>;
  processOtherError(
    error: t.HookChainError,
    originalRequest: t.Request,
    originalRequestExtra: t.RequestExtra,
  ): Promise<t.OtherErrorHookResult>;

  /** A request of the server to its client. */
  processTargetRequest(request: t.Request, requestExtra: t.RequestExtra): Answer<t.RequestHookResult>;
  processTargetResult(
    response: t.Result,
    originalRequest: t.Request,
    originalRequestExtra: t.RequestExtra,
  ): Answer<t.ResponseHookResult>;
  processTargetError(
    error: t.HookChainError,
    originalRequest: t.Request,
    originalRequestExtra: t.RequestExtra,
  ): Promise<t.TargetErrorHookResult>;

  /** A notification from the client to the server. It is dropped if the method throws. */
  processNotification(notification: t.Notification): Promise<t.NotificationHookResult>;
  processNotificationError(
    error: t.HookChainError,
    originalNotification: t.Notification,
  ): Promise<t.NotificationErrorHookResult>;

  /** A notification from the server to its client. */
  processTargetNotification(notification: t.Notification): Promise<t.NotificationHookResult>;
  processTargetNotificationError(
    error: t.HookChainError,
    originalNotification: t.Notification,
  ): Promise<t.TargetNotificationErrorHookResult>;
}

/** A Civic hook: a name, and the methods that it needs. */
export interface Hook extends Partial<HookMethods> {
  get name(): string;
}

/** The names of the methods that accept this kind of request. */
export type MethodsWithRequestType<TRequest> = Exclude<
  {
    [K in keyof Hook]: Hook[K] extends ((request: infer R, requestExtra: t.RequestExtra) => unknown) | undefined
      ? R extends TRequest
        ? K
        : never
      : never;
  }[keyof Hook],
  undefined
>;

/** The names of the methods that accept this kind of result for this kind of request. */
export type MethodsWithResponseType<TResponse, TRequest> = Exclude<
  {
    [K in keyof Hook]: Hook[K] extends
      | ((response: infer R, request: infer O, requestExtra: t.RequestExtra, ...args: unknown[]) => unknown)
      | undefined
      ? R extends TResponse
        ? O extends TRequest
          ? K
          : never
        : never
      : never;
  }[keyof Hook],
  undefined
>;

/** The names of the methods that accept an error of this kind of request. */
export type MethodsWithErrorType<TRequest> = Exclude<
  {
    [K in keyof Hook]: Hook[K] extends
      | ((error: t.HookChainError, request: infer R, requestExtra: t.RequestExtra, ...args: unknown[]) => unknown)
      | undefined
      ? R extends TRequest
        ? K
        : never
      : never;
  }[keyof Hook],
  undefined
>;
