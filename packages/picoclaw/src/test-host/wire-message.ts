import { type JsonObject, type MethodName, POINTS, type PointName } from "@agent-hook/sdk/internal/picoclaw";
import {
  type CallInput,
  type EventInput,
  type FinishedInput,
  type ReplyInput,
  type RequestInput,
  WireCalls,
} from "./calls.js";

/**
 * A call or an event as a host sends it. An event has the shape of v0.2.9; a host of an older version converts it to
 * its own shape.
 */
export interface WireMessage {
  readonly method: Exclude<MethodName, "hook.hello" | "hook.event">;
  readonly params: JsonObject;
}

/** The given fields of a call or an event; the rest is filled in. */
export interface PortableInput {
  readonly beforeLlm: RequestInput;
  readonly afterLlm: ReplyInput;
  readonly beforeTool: CallInput;
  readonly approveTool: CallInput;
  readonly afterTool: FinishedInput;
  readonly onEvent: EventInput;
}

/**
 * Returns the message that a version of PicoClaw sends, for `PicoClawHost.send`. Throws `TypeError` for an unknown field.
 *
 * @example toWireMessage("v0.2.9", "beforeTool", { tool: "exec", arguments: { command: "ls" } })
 */
export function toWireMessage<Point extends keyof PortableInput>(
  version: string,
  point: Point,
  input: PortableInput[Point],
): WireMessage {
  const params = PARAMS[point](new WireCalls(version), input as never) as JsonObject;
  return { method: point === "onEvent" ? "hook.runtime_event" : POINTS[point as PointName].method, params };
}

const PARAMS: { readonly [P in keyof PortableInput]: (calls: WireCalls, input: PortableInput[P]) => object } = {
  beforeLlm: (calls, input) => calls.request(input),
  afterLlm: (calls, input) => calls.reply(input),
  beforeTool: (calls, input) => calls.call(input),
  approveTool: (calls, input) => calls.call(input, "turn.tool.approve"),
  afterTool: (calls, input) => calls.finished(input),
  onEvent: (calls, input) => calls.event(input),
};
