import type { AnswersOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, payloadFields } from "./wire.js";

/** What the gateway writes to stdin at any place. */
export interface McpGatewayEvent {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What the gateway writes to stdin before or after a call. There may be other fields. */
export type McpGatewayPayload<Event extends EventName> = McpGatewayEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** A result of an MCP tool, which a native handler may answer. */
export type McpGatewayAnswer<Event extends EventName> = Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Event extends EventName> = McpGatewayAnswer<Event> | void;

/**
 * Handlers for the places of an interceptor, for what the portable points do not cover. They run after the handlers of
 * the point, unless those denied the call.
 *
 * @example native: { "mcp-gateway": { before: ({ Params }) => console.error(Params._meta) } }
 */
export type McpGatewayHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: McpGatewayPayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly "mcp-gateway"?: McpGatewayHandlers<Env>;
  }
}
