import { inspect } from "node:util";
import type { CallSource, ToolCall } from "../hook/calls.js";
import type { Host } from "../hook/context.js";
import { DENIED, type Failure } from "../runtime/failure.js";
import type { Observation, ObservedOutcome } from "../runtime/observation.js";
import { stringify } from "../text/index.js";
import type { RecordedFailure } from "./decision-record.js";
import { lineOf, withinLimit } from "./line.js";
import { ofLatest, remembered } from "./remembered.js";
import { safeText } from "./safe-text.js";
import { safeJson, safeValue } from "./safe-value.js";

/** In characters. */
const MAX_ID = 200;
const MAX_REASON = 1000;
const MAX_CAUSE = 2000;

/** Returns the JSON text of an id or a path without secrets. */
const safeId = remembered((text) => stringify(safeText(text, MAX_ID)), 64, MAX_ID);
const nameText = remembered(stringify, 64, MAX_ID);

/** The fields that differ least from call to call. */
const callerText = ofLatest(
  (host: Host, hook: string, by: string, file: unknown, session: unknown, agent: unknown, turn: unknown) =>
    `,"host":${hostText(host)},"hook":${nameText(hook)}${hook === by ? "" : `,"by":${nameText(by)}`}` +
    idField("file", file) +
    idField("session", session) +
    idField("agent", agent) +
    idField("turn", turn),
);

const placeText = ofLatest(
  (cwd: unknown, point: string, event: string | undefined, tool: unknown, kind: string | undefined, action: string) =>
    `${idField("cwd", cwd)},"point":"${point}"${event === undefined ? "" : `,"event":${nameText(event)}`}` +
    `${idField("tool", tool)}${tool === undefined || kind === undefined ? "" : `,"kind":${nameText(kind)}`}` +
    `,"decision":${nameText(action)}`,
);

/**
 * Returns the line of a final decision. It is joined from texts, most of which are known from earlier calls: an object for
 * each record, and its JSON, took three times as long.
 */
export function decisionLine(
  observation: Observation,
  file: string | undefined,
  lineId = observation.failure?.id ?? nextId(),
): string {
  const { hook, host, call, member, failure, outcome, point, event, rule } = observation;
  const { sessionId, origin, cwd, id, tool, kind, arguments: args }: Partial<CallSource & ToolCall> = call ?? {};
  const name = member?.hook.name ?? failure?.hook ?? hook.name;
  let line = `{"id":"${lineId}","time":"${timeText(observation.time)}"`;
  line += callerText(host, name, hook.name, file, sessionId, origin?.agentId, origin?.turnId);
  if (tool !== undefined) line += idField("call", id);
  line += placeText(cwd, point, event, tool, kind, outcome?.action ?? "none");
  if (outcome?.reason !== undefined) line += `,"reason":${stringify(safeText(outcome.reason, MAX_REASON))}`;
  line += `${idField("rule", rule ?? outcome?.rule)},"ms":${Math.round(observation.ms * 100) / 100}`;
  if (failure !== undefined) line += `,"failure":${stringify(recordedFailure(failure, observation.consequence))}`;
  if (tool !== undefined) line += valueField("arguments", args);
  if (outcome !== undefined) line += valueField("changed", changeIn(outcome));
  return withinLimit(`${line},"pid":${process.pid}}\n`);
}

let latestId: number | undefined;

/**
 * Drawing random bytes for each record took a tenth of its time, and loading `crypto` for the first more than the rest of a
 * record. The sum runs through all numbers of 32 bits.
 */
function nextId(): string {
  latestId = ((latestId ?? Math.random() * 2 ** 32) + 0x9e3779b1) >>> 0;
  return latestId.toString(16).padStart(8, "0");
}

/** The value may be anything, because it comes from the host. */
function idField(name: string, value: unknown): string {
  return typeof value === "string" ? `,"${name}":${safeId(value)}` : "";
}

function valueField(name: string, value: unknown): string {
  const json = value === undefined ? undefined : safeJson(value);
  return json === undefined ? "" : `,"${name}":${json}`;
}

function hostText({ name, version }: Host): string {
  return version === undefined
    ? `{"name":${nameText(name)}}`
    : `{"name":${nameText(name)},"version":${nameText(version)}}`;
}

/** Many calls that come at once have the same time. */
const timeText = ofLatest((time: number) => new Date(time).toISOString());

function changeIn({ patch, text, result }: ObservedOutcome): unknown {
  if (patch !== undefined) return text === undefined ? patch : { ...patch, context: text };
  return text === undefined ? result : { context: text };
}

/** Returns the line of a failure outside of a call. */
export function mishapLine(failure: Failure, host: string, denies: boolean, file: string | undefined): string {
  return lineOf({
    id: failure.id,
    time: new Date().toISOString(),
    host: { name: host },
    hook: failure.hook,
    ...(file === undefined ? {} : { file: safeText(file, MAX_ID) }),
    point: "start",
    decision: denies ? "deny" : "none",
    ms: 0,
    failure: recordedFailure(failure, denies ? DENIED : "the host received no answer"),
    pid: process.pid,
  });
}

function recordedFailure(failure: Failure, consequence: string): RecordedFailure {
  const { kind, where, message, cause } = failure;
  return {
    kind,
    where,
    message: safeText(message, MAX_REASON),
    ...(cause === undefined ? {} : { cause: safeText(describeCause(cause), MAX_CAUSE) }),
    consequence,
  };
}

/**
 * Returns the stack of an error with its causes. Another value that was thrown is described. Its secrets are removed before
 * that: in a list, a text may be a secret because of the texts before it.
 */
function describeCause(cause: unknown): string {
  try {
    if (!(cause instanceof Error)) {
      return inspect(safeValue(cause), { depth: 2, breakLength: Number.POSITIVE_INFINITY });
    }
    const text = cause.stack ?? String(cause);
    return cause.cause === undefined ? text : `${text}\ncaused by ${describeCause(cause.cause)}`;
  } catch {
    return "(a value that cannot be shown)";
  }
}
