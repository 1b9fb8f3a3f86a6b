import { text } from "../../command-hook/field-schemas.js";
import { type PluginHandlers, payloadSchemaOf } from "../../families/opencode/wire.js";

export {
  answerSchema,
  type PluginAnswer as KiloAnswer,
  type PluginEvent as KiloEvent,
  type PluginPayload as KiloPayload,
} from "../../families/opencode/wire.js";

export const payloadSchema = payloadSchemaOf({ host: text });

/**
 * Handlers for Kilo's own events, for what the portable points do not cover. At an event with a point, they run after
 * the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { kilo: { "chat.message": ({ prompt }) => ({ decision: "deny", reason: "not now" }) } }
 */
export interface KiloHandlers<in Env> extends PluginHandlers<Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly kilo?: KiloHandlers<Env>;
  }
}
