import type { Context } from "../../hook/context.js";

type Open = Readonly<Record<string, unknown>>;

/** A request or a notification of MCP, without its id. */
export interface CivicMessage {
  readonly method: string;
  readonly params?: Open;
  /** How a request goes out over HTTP. */
  readonly requestContext?: {
    /** Laid over the proxy's own. */
    readonly headers?: Readonly<Record<string, string>>;
    /** In the place of the name of the server's host; its port stays. */
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

/** What the proxy knows of a request; over stdio its id alone. */
export interface CivicRequestExtra {
  readonly requestId?: string | number;
  readonly sessionId?: string;
  /** The headers of the client's request are in it, `authorization` among them. */
  readonly requestInfo?: Open;
  readonly [field: string]: unknown;
}

/** An error on its way back to the client. The code of one that came from a server is missing (run). */
export interface CivicError {
  readonly code?: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What the lists of MCP have; other fields are the server's. */
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

/** What is sent for the three phases of a request, and what may be answered. To refuse: throw an error of MCP. */
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
    /** `continue` keeps the error; another is thrown. */
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

/** All that Civic's proxy calls a hook for: what it sends, and what it takes. */
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

/** What a native handler may answer for a method. */
export type CivicAnswer<Method extends keyof CivicMethods> = CivicMethods[Method][1];

/**
 * Civic's own methods, for what has no portable point. They run after the handlers of the method's point, unless those
 * refused, and before a tool of the hook's own; they are shown what those left. To refuse, throw a `HookChainError` of
 * @agent-hook/civic, an `McpError` or `{ code, message, data }`: it is what the client gets. Any other throw is a failure
 * of the hook, which goes by `onFailure`.
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
