import { EVENT_KINDS, methods, RUNTIME_EVENT_KINDS } from "@agent-hook/picoclaw/protocol";
import { type PortableInput, toWireMessage, type WireMessage } from "@agent-hook/picoclaw/testing";
import { describeIssues, didYouMean, isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../../command-error.js";
import { type CallFile, EXAMPLE } from "../call-file.js";
import { assertFlags, type CallFlags } from "../call-flags.js";
import { assertPicoclawCalls, type CallPoint, hostSpelling, type PicoclawPoint, pointNamed } from "../points.js";

/** A point, and the message that the host sends there. */
export interface PointMessage {
  readonly point: CallPoint;
  readonly message: WireMessage;
}

/** Returns the message that the flags describe. Throws a usage error for an unsupported or missing flag. */
export function messageFromFlags(point: CallPoint, flags: CallFlags, version: string): PointMessage {
  assertFlags(point, flags);
  assertPicoclawCalls(point);
  return { point, message: messageFor(point, INPUTS[point](flags), version) };
}

/**
 * Returns the message in a file: a description, or what a host wrote. `point` is the one on the command line, if any. Throws
 * a usage error for anything else.
 */
export function messageFromFile(file: CallFile, point: CallPoint | undefined, version: string): PointMessage {
  const { where, call } = file;
  const result =
    typeof call.method === "string" ? recorded(call.method, call.params, where) : described(file, point, version);
  if (point !== undefined && point !== result.point) {
    throw usageError(
      `${where} has a call of ${hostSpelling(result.point)}, but the command line says ${hostSpelling(point)}`,
    );
  }
  // A wrong type must not be reported as a failure of the hook.
  const { method, params } = result.message;
  const checked = methods[method].params.safeParse(params);
  if (!checked.success) throw usageError(`${where}: ${describeIssues(checked.error.issues, params)}`);
  return result;
}

/** Returns the message that a host of this version sends for an input. Throws a usage error for an unknown field. */
export function messageFor<Point extends PicoclawPoint>(
  point: Point,
  input: PortableInput[Point],
  version: string,
  where = "",
): WireMessage {
  try {
    return toWireMessage(version, point, input);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw usageError(`${where}${cause.message.replaceAll("\n", "; ")}`, cause);
  }
}

const INPUTS: { readonly [P in PicoclawPoint]: (flags: CallFlags) => PortableInput[P] } = {
  beforeLlm: ({ message }) => (message === undefined ? {} : { messages: [{ role: "user", content: message }] }),
  afterLlm: ({ message = "" }) => message,
  beforeTool: toolCall,
  approveTool: toolCall,
  afterTool: (flags) => ({ ...toolCall(flags), result: flags.result ?? "" }),
  onEvent: ({ kind = "", payload }) => ({ kind: eventKind(kind), ...(payload === undefined ? {} : { payload }) }),
};

function toolCall({ tool = "", args }: CallFlags): PortableInput["beforeTool"] {
  return { tool, ...(args === undefined ? {} : { arguments: args }) };
}

/**
 * Returns the v0.2.9 name of an event kind. `EVENT_KINDS` has the older names, in the same order as the first
 * `RUNTIME_EVENT_KINDS`.
 */
function eventKind(name: string): string {
  const old = (EVENT_KINDS as readonly string[]).indexOf(name);
  const kind = RUNTIME_EVENT_KINDS.find((known) => known === name) ?? RUNTIME_EVENT_KINDS[old];
  if (kind !== undefined) return kind;
  const guess = didYouMean(name, [...RUNTIME_EVENT_KINDS, ...EVENT_KINDS]);
  throw usageError(`--kind: unknown event kind "${name}"${guess}; expected one such as agent.tool.exec_end`);
}

function described({ where, call }: CallFile, named: CallPoint | undefined, version: string): PointMessage {
  const { point: name, ...input } = call;
  const point = name === undefined ? named : pointNamed(String(name), `${where}: `);
  if (point === undefined) {
    throw usageError(`${where} does not name the point: expected a "point", such as ${EXAMPLE}`);
  }
  assertPicoclawCalls(point);
  return { point, message: messageFor(point, input as unknown as PortableInput[PicoclawPoint], version, `${where}: `) };
}

function recorded(method: string, params: unknown, where: string): PointMessage {
  const name = method.replace(/^hook\./, "");
  if (name === "hello") throw usageError(`${where} has hook.hello, which comes before every call; expected the call`);
  if (!(method in methods)) {
    throw usageError(`${where}: unknown method "${method}"${didYouMean(method, Object.keys(methods))}`);
  }
  if (!isObject(params)) throw usageError(`${where}: params: expected an object`);
  if (method === "hook.event") {
    return { point: "onEvent", message: { method: "hook.runtime_event", params: newEvent(params, where) } };
  }
  const point = method === "hook.runtime_event" ? "onEvent" : pointNamed(name);
  return { point, message: { method: method as WireMessage["method"], params } };
}

/**
 * Converts an event from v0.2.8 or earlier to the v0.2.9 shape. The simulated host then sends the event in the shape of
 * its own version.
 */
function newEvent(params: JsonObject, where: string): JsonObject {
  const checked = methods["hook.event"].params.safeParse(params);
  if (!checked.success) throw usageError(`${where}: ${describeIssues(checked.error.issues, params)}`);
  const { Kind, Time, Meta, Context, Payload } = checked.data;
  const old = typeof Kind === "number" ? Kind : (EVENT_KINDS as readonly string[]).indexOf(Kind);
  const kind = RUNTIME_EVENT_KINDS[old] ?? (typeof Kind === "string" ? Kind : undefined);
  if (kind === undefined) throw usageError(`${where}: Kind: unknown event kind number ${String(Kind)}`);
  return {
    kind,
    ...(Time == null ? {} : { time: Time }),
    scope: { ...Context?.inbound, agent_id: Meta?.AgentID, turn_id: Meta?.TurnID, session_key: Meta?.SessionKey },
    payload: Payload ?? {},
  };
}
