import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  type Fields,
  jsonObject,
  looseObject,
  optional,
  payloadSchemas,
  type TypesOf,
  text,
} from "../../command-hook/field-schemas.js";
import type { HandlersOf, OpenFields } from "../../command-hook/native-types.js";
import type { EventName } from "./events.js";

/** A part of a result. The gateway fails the call if a part has another type (observed). */
const block = looseObject({ type: z.enum(["text", "image", "audio", "resource", "resource_link"]) });

/** The fields of each payload. The names are those of a Go struct and of MCP. */
const payloadFields = {
  before: () => ({
    Params: looseObject({
      name: text,
      arguments: z.optional(z.nullable(jsonObject)),
      _meta: optional.jsonObject,
    }),
  }),
  /** The result as the tool returned it. Nothing names the tool. */
  after: () => ({
    content: z.array(looseObject({ type: text })),
    structuredContent: optional.anything,
    isError: optional.flag,
    _meta: optional.jsonObject,
  }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what the gateway writes to stdin. */
export const payloadSchema = payloadSchemas({}, payloadFields);

/** A result of an MCP tool. It answers the call instead of the tool, or replaces the tool's own result. */
const result = () => ({
  content: z.array(block),
  structuredContent: optional.jsonObject,
  isError: optional.flag,
  _meta: optional.jsonObject,
});

/** The fields of an answer. */
const answerFields = { before: result, after: result } satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer. The gateway ignores fields that it does not know (observed). */
export const answerSchema = answerSchemas({}, answerFields);

/** What the gateway writes to stdin at any place. */
export interface McpGatewayEvent extends OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What the gateway writes to stdin before or after a call. There may be other fields. */
export type McpGatewayPayload<Event extends EventName> = McpGatewayEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** A result of an MCP tool, which a native handler may answer. */
export type McpGatewayAnswer<Event extends EventName> = Answers[Event];

/**
 * Handlers for the places of an interceptor, for what the portable points do not cover. They run after the handlers of
 * the point, unless those denied the call.
 *
 * @example native: { "mcp-gateway": { before: ({ Params }) => console.error(Params._meta) } }
 */
export interface McpGatewayHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [McpGatewayPayload<E>, McpGatewayAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly "mcp-gateway"?: McpGatewayHandlers<Env>;
  }
}
