import { didYouMean, type JsonObject } from "@agent-hook/protocol";
import { usageError } from "../../command-error.js";
import { isObject } from "../../json-object.js";
import { jsonObjectIn } from "../call-of-file.js";
import { assertFlags, type CallFlags, callFlags } from "../call-of-flags.js";
import { type AskedPoint, POINT_WORDS, pointNamed } from "../points.js";
import type { CallingHost, Question } from "./calling-host.js";

/** Builds the call from the command line or a file. Throws a usage error. */
export async function questionOf(host: CallingHost, name: string | undefined, flags: CallFlags): Promise<Question> {
  if (flags.file !== undefined) return questionOfFile(host, flags.file, name, flags);
  if (name === undefined) throw usageError(`expected a point (${POINT_WORDS}), or --file`);
  if (host.events.includes(name)) {
    assertPayload(host, name, flags);
    return { event: name, fields: flags.payload ?? {} };
  }
  const point = pointNamed(name, "", host.events);
  assertFlags(point, flags);
  return pointQuestion(host, point, flags);
}

/** Throws a usage error for a flag that belongs to a point: an event has only the host's own fields. */
function assertPayload({ name, example }: CallingHost, event: string, flags: CallFlags): void {
  const stray = callFlags(flags).find((flag) => flag !== "payload");
  if (stray === undefined) return;
  throw usageError(
    `--${stray} is not an option of the event ${event}, which accepts ${name}'s own fields, such as --payload '${example.payload}'; or name a point: ${POINT_WORDS}`,
  );
}

async function questionOfFile(
  host: CallingHost,
  path: string,
  name: string | undefined,
  flags: CallFlags,
): Promise<Question> {
  const [stray] = callFlags(flags);
  if (stray !== undefined) throw usageError(`--file has the whole call; remove --${stray}`);
  const { where, value: said } = await jsonObjectIn(path);
  const value = isObject(said.message) ? said.message : said;
  const recorded = host.questionIn(value);
  if (recorded !== undefined) return { ...recorded, event: eventNamed(host, recorded.event, `${where}: `) };
  if (name !== undefined && host.events.includes(name)) return { event: name, fields: value };
  const { point = name, tool, arguments: args, result, message, prompt, kind, payload } = value;
  if (typeof point !== "string") throw usageError(`${where}: expected a payload of ${host.name}, or a "point"`);
  const given = {
    ...(tool === undefined ? {} : { tool: String(tool) }),
    ...(isObject(args) ? { args } : {}),
    ...(result === undefined ? {} : { result: String(result) }),
    ...(message === undefined ? {} : { message: String(message) }),
    ...(prompt === undefined ? {} : { prompt: String(prompt) }),
    ...(kind === undefined ? {} : { kind: String(kind) }),
    ...(isObject(payload) ? { payload } : {}),
  };
  const asked = pointNamed(point, `${where}: `, host.events);
  assertFlags(asked, given);
  return pointQuestion(host, asked, given);
}

function pointQuestion(host: CallingHost, point: AskedPoint, flags: CallFlags): Question {
  if (point !== "onEvent") return host.questionAt(point, flags);
  return { event: eventNamed(host, flags.kind ?? "", ""), fields: (flags.payload ?? {}) as JsonObject };
}

function eventNamed({ name: host, events, example }: CallingHost, name: string, where: string): string {
  if (events.includes(name)) return name;
  const guess = didYouMean(name, events);
  throw usageError(`${where}unknown event "${name}"${guess}; expected one of ${host} such as ${example.event}`);
}
