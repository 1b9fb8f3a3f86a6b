import type { Context } from "../../hook/context.js";

type Open = Readonly<Record<string, unknown>>;

/** A request or notification of MCP, without its id. */
export interface CivicMessage {
  readonly method: string;
  readonly params?: Open;
  /** How a request is sent over HTTP. */
  readonly requestContext?: {
    /** Merged into the proxy's own headers. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Replaces the hostname of the server; its port is kept. */
    readonly host?: string;
    readonly path?: string;
  };
  readonly [field: string]: unknown;
}

/** `tools/call` */
export interface CivicToolCall extends CivicMessage {
  readonly params: { readonly name: string; readonly arguments?: Open; readonly [field: string]: unknown };
}

/** The result of `tools/call`. */
export interface CivicToolResult {
  readonly content?: readonly { readonly type: string; readonly [field: string]: unknown }[];
  readonly structuredContent?: Open;
  readonly isError?: boolean;
  readonly [field: string]: unknown;
}

/** What the proxy knows about a request. Over stdio, it knows only the id. */
export interface CivicRequestExtra {
  readonly requestId?: string | number;
  readonly sessionId?: string;
  /** Contains the headers of the client's request, including `authorization`. */
  readonly requestInfo?: Open;
  readonly [field: string]: unknown;
}

/** An error on its way back to the client. An error from a server has no code (observed). */
export interface CivicError {
  readonly code?: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The results of MCP's other requests. Additional fields come from the server. */
interface Lists {
  readonly ListTools: { readonly tools: readonly (Named & { readonly inputSchema?: Open })[] };
  readonly ListPrompts: { readonly prompts: readonly (Named & { readonly arguments?: readonly Open[] })[] };
  readonly ListResources: {
    readonly resources: readonly (Named & { readonly uri: string; readonly mimeType?: string })[];
  };
  readonly ListResourceTemplates: {
    readonly resourceTemplates: readonly (Named & { readonly uriTemplate: string; readonly mimeType?: string })[];
  };
  readonly ReadResource: {
    readonly contents: readonly {
      readonly uri: string;
      readonly mimeType?: string;
      readonly text?: string;
      /** base64 */
      readonly blob?: string;
      readonly [field: string]: unknown;
    }[];
  };
  readonly Initialize: {
    readonly protocolVersion: string;
    readonly capabilities: Open;
    readonly serverInfo: { readonly name: string; readonly version: string; readonly [field: string]: unknown };
    readonly instructions?: string;
  };
}

interface Named {
  readonly name: string;
  readonly description?: string;
  readonly [field: string]: unknown;
}

interface Respond<Result> {
  readonly resultType: "respond";
  readonly response: Result;
}

interface Continue {
  readonly resultType: "continue";
}

/** The input and the answer of each of a request's three phases. To deny, throw an MCP error. */
type RequestMethods<
  Name extends string,
  Request = CivicMessage,
  Result = Open,
  OfResult extends string = "originalRequest",
  OfError extends string = OfResult,
> = {
  readonly [Method in `process${Name}Request`]: [
    { readonly request: Request; readonly requestExtra: CivicRequestExtra },
    (Continue & { readonly request: Request }) | Respond<Result>,
  ];
} & {
  readonly [Method in `process${Name}Result`]: [
    { readonly response: Result; readonly originalRequestExtra: CivicRequestExtra } & {
      readonly [Key in OfResult]: Request;
    },
    Continue & { readonly response: Result },
  ];
} & {
  readonly [Method in `process${Name}Error`]: [
    { readonly error: CivicError; readonly originalRequestExtra: CivicRequestExtra } & {
      readonly [Key in OfError]: Request;
    },
    /** `continue` keeps the error. Throw another error to replace it. */
    Continue | Respond<Result>,
  ];
};

type NotificationMethods<Name extends string> = {
  readonly [Method in `process${Name}`]: [CivicMessage, Continue & { readonly notification: CivicMessage }];
} & {
  readonly [Method in `process${Name}Error`]: [
    { readonly error: CivicError; readonly originalNotification: CivicMessage },
    Continue,
  ];
};

type OfLists = RequestMethods<"ListTools", CivicMessage, Lists["ListTools"] & Open> &
  RequestMethods<"ListPrompts", CivicMessage, Lists["ListPrompts"] & Open> &
  RequestMethods<"ListResources", CivicMessage, Lists["ListResources"] & Open> &
  RequestMethods<"ListResourceTemplates", CivicMessage, Lists["ListResourceTemplates"] & Open> &
  RequestMethods<"ReadResource", CivicMessage, Lists["ReadResource"] & Open> &
  RequestMethods<"Initialize", CivicMessage, Lists["Initialize"] & Open>;

/** Every method that Civic's proxy calls on a hook, with its input and answer. */
export type CivicMethods = RequestMethods<
  "CallTool",
  CivicToolCall,
  CivicToolResult,
  "originalCallToolRequest",
  "originalToolCall"
> &
  OfLists &
  RequestMethods<"Other" | "Target"> &
  NotificationMethods<"Notification" | "TargetNotification">;

/** What the proxy sends for a method. */
export type CivicInput<Method extends keyof CivicMethods> = CivicMethods[Method][0];

/** What a native handler may answer to a method. */
export type CivicAnswer<Method extends keyof CivicMethods> = CivicMethods[Method][1];

/**
 * Handlers for Civic's own methods, for what the portable points do not cover. At a method with a point, they run after
 * the handlers of that point, unless those denied the call, and before one of the hook's own tools runs. They see the
 * changes of the earlier handlers. To deny, throw a `HookChainError` of @agent-hook/civic, an `McpError` or
 * `{ code, message, data }`: the client receives it. Anything else that is thrown is a failure of the hook, and
 * `onFailure` applies.
 *
 * @example native: { civic: { processListPromptsResult: ({ response }) => ({ resultType: "continue", response }) } }
 */
export type CivicHandlers<Env> = {
  readonly [Method in keyof CivicMethods]?: (
    input: CivicInput<Method>,
    context: Context<Env>,
  ) => CivicAnswer<Method> | undefined | Promise<CivicAnswer<Method> | undefined>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly civic?: CivicHandlers<Env>;
  }
}
