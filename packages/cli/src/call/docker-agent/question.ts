import { didYouMean, type JsonObject } from "@agent-hook/protocol";
import { DOCKER_AGENT_EVENTS } from "@agent-hook/sdk/launcher";
import type { DockerAgentEvent } from "@agent-hook/testing/docker-agent";
import { usageError } from "../../command-error.js";
import type { CallFlags } from "../../commands/call.js";
import { isObject } from "../../host-config/json-objects.js";
import { jsonObjectIn } from "../call-of-file.js";
import { callFlags, demandFlags } from "../call-of-flags.js";
import { type AskedPoint, POINT_WORDS, pointNamed } from "../points.js";

/** What docker-agent asks: an event, and its own fields. */
export interface Question {
  readonly event: DockerAgentEvent;
  readonly fields: JsonObject;
}

const EVENTS = {
  beforeLlm: "before_llm_call",
  afterLlm: "after_llm_call",
  afterTool: "tool_response_transform",
} as const;

/** The question of the command line, or of a file. Throws a usage error. */
export async function questionOf(name: string | undefined, flags: CallFlags): Promise<Question> {
  if (flags.file !== undefined) return questionOfFile(flags.file, name, flags);
  if (name === undefined) throw usageError(`expected where to ask the hook (${POINT_WORDS}), or --file`);
  if (isEvent(name)) {
    demandPayload(name, flags);
    return eventQuestion(name, flags.payload ?? {});
  }
  const point = pointNamed(name);
  demandFlags(point, flags);
  return pointQuestion(point, flags);
}

/** Throws a usage error for a flag of a point: an event has docker-agent's own fields. */
function demandPayload(event: DockerAgentEvent, flags: CallFlags): void {
  const stray = callFlags(flags).find((flag) => flag !== "payload");
  if (stray === undefined) return;
  throw usageError(
    `--${stray} is nothing for the event ${event}, which takes docker-agent's own fields, such as --payload '${PAYLOAD}'; or ask a point: ${POINT_WORDS}`,
  );
}

const PAYLOAD = '{"tool_name":"shell","tool_input":{"cmd":"ls"}}';

async function questionOfFile(path: string, name: string | undefined, flags: CallFlags): Promise<Question> {
  const [stray] = callFlags(flags);
  if (stray !== undefined) throw usageError(`--file holds the whole call; expected no --${stray} beside it`);
  const { where, value: said } = await jsonObjectIn(path);
  // A line of a recording.
  const value = said.from === "host" && isObject(said.message) ? said.message : said;
  const { hook_event_name: event, ...fields } = value;
  if (typeof event === "string") return { event: eventNamed(event, `${where}: `), fields };
  const { point = name, tool, arguments: args, result, message, kind, payload } = value;
  if (typeof point !== "string") throw usageError(`${where}: expected a payload of docker-agent, or a "point"`);
  const given = {
    ...(tool === undefined ? {} : { tool: String(tool) }),
    ...(isObject(args) ? { args } : {}),
    ...(result === undefined ? {} : { result: String(result) }),
    ...(message === undefined ? {} : { message: String(message) }),
    ...(kind === undefined ? {} : { kind: String(kind) }),
    ...(isObject(payload) ? { payload } : {}),
  };
  const asked = pointNamed(point, `${where}: `);
  demandFlags(asked, given);
  return pointQuestion(asked, given);
}

function pointQuestion(
  point: AskedPoint,
  { tool, args, result, message, kind = "", payload = {} }: CallFlags,
): Question {
  const call = {
    tool_name: tool,
    tool_use_id: "call_1",
    ...(args === undefined || Object.keys(args).length === 0 ? {} : { tool_input: args }),
  };
  switch (point) {
    case "beforeLlm": {
      const messages = [{ role: "user", content: message ?? "Hello" }];
      return { event: EVENTS.beforeLlm, fields: { model_id: MODEL, iteration: 1, messages } };
    }
    case "afterLlm":
      return { event: EVENTS.afterLlm, fields: { model_id: MODEL, stop_response: message } };
    case "afterTool":
      return { event: EVENTS.afterTool, fields: { ...call, tool_response: result } };
    case "onEvent":
      return eventQuestion(kind, payload);
    default:
      return { event: "pre_tool_use", fields: call };
  }
}

const MODEL = "openai/a-model";

function eventQuestion(kind: string, fields: JsonObject): Question {
  return { event: eventNamed(kind, ""), fields };
}

function eventNamed(name: string, where: string): DockerAgentEvent {
  if (isEvent(name)) return name;
  const guess = didYouMean(name, Object.keys(DOCKER_AGENT_EVENTS));
  throw usageError(`${where}unknown event "${name}"${guess}; expected one of docker-agent such as session_start`);
}

function isEvent(name: string): name is DockerAgentEvent {
  return Object.hasOwn(DOCKER_AGENT_EVENTS, name);
}
