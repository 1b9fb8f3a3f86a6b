import * as z from "zod/mini";
import { optionalBoolean, optionalJsonObject, optionalNumber, optionalString, optionalStrings } from "./fields.js";

/**
 * Identifies the agent, session and turn that a call or an event belongs to. The keys are capitalized on the wire.
 * `Iteration` counts the model calls of a turn from 1; events at a turn's start carry 0 (observed on v0.2.6 to v0.2.9).
 */
export const meta = z.looseObject({
  AgentID: optionalString,
  TurnID: optionalString,
  ParentTurnID: optionalString,
  SessionKey: optionalString,
  Iteration: optionalNumber,
  TracePath: optionalString,
  Source: optionalString,
});
export type Meta = z.infer<typeof meta>;

const inbound = z.looseObject({
  channel: optionalString,
  account: optionalString,
  chat_id: optionalString,
  chat_type: optionalString,
  topic_id: optionalString,
  space_id: optionalString,
  sender_id: optionalString,
  message_id: optionalString,
  mentioned: optionalBoolean,
});

const route = z.looseObject({
  AgentID: optionalString,
  Channel: optionalString,
  AccountID: optionalString,
  MatchedBy: optionalString,
  SessionPolicy: optionalJsonObject,
});

const scope = z.looseObject({
  version: optionalNumber,
  agent_id: optionalString,
  channel: optionalString,
  account: optionalString,
  dimensions: optionalStrings,
  values: optionalJsonObject,
});

/**
 * The sender and the routing of the user's message, from v0.2.7 on. The keys of `inbound` and `scope` are in
 * snake_case, those of `route` are capitalized. Model calls of a sub-agent have only `inbound` (observed on v0.2.9).
 */
export const context = z.looseObject({
  inbound: z.nullish(inbound),
  route: z.nullish(route),
  scope: z.nullish(scope),
});
export type CallContext = z.infer<typeof context>;

/** The fields that identify the origin of a call: `channel` and `chat_id` on v0.2.6, `context` from v0.2.7 on. */
export const origin = {
  meta: z.nullish(meta),
  context: z.nullish(context),
  channel: optionalString,
  chat_id: optionalString,
};
