import { type PluginHandlers, payloadSchemaOf } from "../../families/opencode/wire.js";

export {
  answerSchema,
  type PluginAnswer as OpencodeAnswer,
  type PluginEvent as OpencodeEvent,
  type PluginPayload as OpencodePayload,
} from "../../families/opencode/wire.js";

export const payloadSchema = payloadSchemaOf({});

/**
 * Handlers for opencode's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { opencode: { "chat.message": ({ prompt }) => ({ decision: "deny", reason: "not now" }) } }
 */
export interface OpencodeHandlers<in Env> extends PluginHandlers<Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly opencode?: OpencodeHandlers<Env>;
  }
}
