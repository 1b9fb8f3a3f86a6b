import { didYouMean, isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../../command-error.js";
import { jsonObjectIn } from "../call-from-file.js";
import { assertFlags, type CallFlags, callFlags } from "../call-from-flags.js";
import { type CallPoint, POINT_LIST, pointNamed } from "../points.js";
import type { EventCall, SimulatedCaller } from "./simulated-caller.js";

/** Builds the call from the command line or a file. Throws a usage error. */
export async function buildEventCall(
  host: SimulatedCaller,
  name: string | undefined,
  flags: CallFlags,
): Promise<EventCall> {
  if (flags.file !== undefined) return eventCallFromFile(host, flags.file, name, flags);
  if (name === undefined) throw usageError(`expected a point (${POINT_LIST}), or --file`);
  if (host.events.includes(name)) {
    assertPayload(host, name, flags);
    return { event: name, fields: flags.payload ?? {} };
  }
  const point = pointNamed(name, "", host.events);
  assertFlags(point, flags);
  return pointCall(host, point, flags);
}

/** Throws a usage error for a flag that belongs to a point: an event has only the host's own fields. */
function assertPayload({ name, example }: SimulatedCaller, event: string, flags: CallFlags): void {
  const stray = callFlags(flags).find((flag) => flag !== "payload");
  if (stray === undefined) return;
  throw usageError(
    `--${stray} is not an option of the event ${event}, which accepts ${name}'s own fields, such as --payload '${example.payload}'; or name a point: ${POINT_LIST}`,
  );
}

async function eventCallFromFile(
  host: SimulatedCaller,
  path: string,
  name: string | undefined,
  flags: CallFlags,
): Promise<EventCall> {
  const [stray] = callFlags(flags);
  if (stray !== undefined) throw usageError(`--file has the whole call; remove --${stray}`);
  const { where, value: content } = await jsonObjectIn(path);
  const value = isObject(content.message) ? content.message : content;
  const payloadCall = host.callIn(value);
  if (payloadCall !== undefined) return { ...payloadCall, event: eventNamed(host, payloadCall.event, `${where}: `) };
  if (name !== undefined && host.events.includes(name)) return { event: name, fields: value };
  const { point = name, tool, arguments: args, result, message, prompt, kind, payload } = value;
  if (typeof point !== "string") throw usageError(`${where}: expected a payload of ${host.name}, or a "point"`);
  const described = {
    ...(tool === undefined ? {} : { tool: String(tool) }),
    ...(isObject(args) ? { args } : {}),
    ...(result === undefined ? {} : { result: String(result) }),
    ...(message === undefined ? {} : { message: String(message) }),
    ...(prompt === undefined ? {} : { prompt: String(prompt) }),
    ...(kind === undefined ? {} : { kind: String(kind) }),
    ...(isObject(payload) ? { payload } : {}),
  };
  const callPoint = pointNamed(point, `${where}: `, host.events);
  assertFlags(callPoint, described);
  return pointCall(host, callPoint, described);
}

function pointCall(host: SimulatedCaller, point: CallPoint, flags: CallFlags): EventCall {
  if (point !== "onEvent") return host.callAt(point, flags);
  return { event: eventNamed(host, flags.kind ?? "", ""), fields: (flags.payload ?? {}) as JsonObject };
}

function eventNamed({ name: host, events, example }: SimulatedCaller, name: string, where: string): string {
  if (events.includes(name)) return name;
  const guess = didYouMean(name, events);
  throw usageError(`${where}unknown event "${name}"${guess}; expected one of ${host} such as ${example.event}`);
}
