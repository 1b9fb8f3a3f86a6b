import { text } from "node:stream/consumers";
import { EVENT_KINDS, methods, RUNTIME_EVENT_KINDS } from "@agent-hook/picoclaw/protocol";
import { type PortableInput, toWireMessage, type WireMessage } from "@agent-hook/picoclaw/testing";
import { describeIssues, didYouMean, isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import { isTooDeep, TOO_DEEP } from "../files/nesting.js";
import { causeText, readBytes } from "../files/read-file.js";
import { assertPicoclawCalls, type CallPoint, hostSpelling, type PicoclawPoint, pointNamed } from "./points.js";

const EXAMPLE = '{"point": "before_tool", "tool": "get_weather", "arguments": {"city": "Beijing"}}';

/** The point of a call, and the message that the host sends for it. */
export interface CallToMake {
  readonly point: CallPoint;
  readonly message: WireMessage;
}

/**
 * Reads a call from a file: `{"point": "before_tool", "tool": ...}`, or a line of a recording. `-` is stdin. Throws a
 * usage error for anything else. `pointArgument` is the point given on the command line, if any.
 */
export async function callFromFile(
  path: string,
  pointArgument: CallPoint | undefined,
  version: string,
): Promise<CallToMake> {
  const { where, value } = await jsonObjectIn(path);
  const call = isObject(value.message) ? value.message : value;
  if (value.from === "hook" || (call.jsonrpc !== undefined && call.method === undefined)) {
    throw usageError(`${where} has an answer of a hook; expected a call of a host, such as ${EXAMPLE}`);
  }
  const callToMake =
    typeof call.method === "string"
      ? fromRecording(call.method, call.params, where)
      : fromDescription(call, pointArgument, version, where);
  if (pointArgument !== undefined && pointArgument !== callToMake.point) {
    throw usageError(
      `${where} has a call of ${hostSpelling(callToMake.point)}, but the command line says ${hostSpelling(pointArgument)}`,
    );
  }
  checkParams(callToMake.message, where);
  return callToMake;
}

/** Reads a JSON object from a file. `where` is the file's name for error messages. Throws a usage error. */
export async function jsonObjectIn(path: string): Promise<{ readonly where: string; readonly value: JsonObject }> {
  const where = path === "-" ? "stdin" : path;
  const content = path === "-" ? await text(process.stdin) : new TextDecoder().decode(readBytes(path));
  return { where, value: parseCall(content, where) };
}

function fromDescription(
  { point: name, ...input }: JsonObject,
  pointArgument: CallPoint | undefined,
  version: string,
  where: string,
): CallToMake {
  const point = name === undefined ? pointArgument : pointNamed(String(name), `${where}: `);
  if (point === undefined) {
    throw usageError(`${where} does not name the point: expected a "point", such as ${EXAMPLE}`);
  }
  assertPicoclawCalls(point);
  return { point, message: messageFor(point, input as unknown as PortableInput[PicoclawPoint], version, `${where}: `) };
}

/** Returns the message that a host of this version sends for an input. Throws a usage error for an unknown field. */
export function messageFor(
  point: PicoclawPoint,
  input: PortableInput[PicoclawPoint],
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

function fromRecording(method: string, params: unknown, where: string): CallToMake {
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

/** Rejects wrong types before the call, so that they are not reported as a failure of the hook. */
function checkParams({ method, params }: WireMessage, where: string): void {
  const checked = methods[method].params.safeParse(params);
  if (!checked.success) throw usageError(`${where}: ${describeIssues(checked.error.issues, params)}`);
}

function parseCall(content: string, where: string): JsonObject {
  if (isTooDeep(content)) throw usageError(`${where}: ${TOO_DEEP}`);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    const lines = content.split("\n").filter((line) => line.trim() !== "");
    if (lines.length === 0) throw usageError(`${where} is empty; expected a call, such as ${EXAMPLE}`);
    if (lines.length > 1 && lines.every(isJson)) {
      throw usageError(
        `${where} has ${lines.length} messages; expected one call. For recordings, use agent-hook replay`,
      );
    }
    throw usageError(`${where} is not JSON (${causeText(cause)}); expected a call, such as ${EXAMPLE}`);
  }
  if (isObject(value)) return value;
  throw usageError(`${where}: expected a JSON object, such as ${EXAMPLE}`);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
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
