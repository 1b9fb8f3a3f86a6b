import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import {
  type CommandHostName as AgentName,
  commandHost,
  HOST_FACTS,
  type HostFacts,
} from "@agent-hook/testing/command-hosts";
import { usageError } from "../../command-error.js";
import type { CommandHostName } from "../../command-host.js";
import { askedEvents } from "../../host-config/command-hooks/asked-events.js";
import type { LaunchedHook } from "../../launched-hook.js";
import type { AskedPoint } from "../points.js";
import type { Answered, CallingHost, Question } from "./calling-host.js";
import { decisionOf } from "./coding-agent-decision.js";
import { unhandled } from "./unhandled.js";

/** Simulates Claude Code, Codex, Gemini CLI or Copilot CLI. */
export function codingAgent(name: AgentName, host: CommandHostName): CallingHost {
  const facts = HOST_FACTS[name];
  const { title, version, beforeTool, afterTool, fields, payloads, result } = facts;
  const events = Object.keys(HOST_EVENTS[name] ?? {});
  const example = payloads[beforeTool] ?? {};
  return {
    name,
    title: `${title} ${version}`,
    text: host.text,
    events,
    example: {
      event: beforeTool,
      payload: JSON.stringify({ [fields.tool]: example[fields.tool], [fields.input]: example[fields.input] }),
    },
    questionAt(point, { tool = "", args = {}, result: text = "", message }) {
      if (point === "beforeLlm" || point === "afterLlm") return modelQuestion(facts, name, point, message);
      const call = { [fields.tool]: tool, [fields.input]: args };
      if (point !== "afterTool") return { event: beforeTool, fields: call };
      return { event: afterTool, fields: { ...call, [fields.result]: result(tool, text) } };
    },
    questionIn(payload) {
      const event = fields.event === undefined ? undefined : payload[fields.event];
      return typeof event === "string" ? { event, fields: payload } : undefined;
    },
    ask: (hook, question, timeoutMs) => ask(hook, question, name, host, timeoutMs),
    notesOn(event, manifest) {
      const handled = askedEvents(name, manifest, []);
      return handled.includes(event) ? [] : [unhandled(event, handled)];
    },
  };
}

/** Makes a model call. Only Gemini CLI has hooks for these. */
function modelQuestion(
  { title, payloads }: HostFacts,
  name: AgentName,
  point: AskedPoint,
  message: string | undefined,
): Question {
  const { llm_request: request } = payloads.BeforeModel ?? {};
  if (name !== "gemini") {
    throw usageError(
      `${title} calls no hooks about its model: expected before_tool, approve_tool, after_tool or one of its events, such as ${Object.keys(payloads)[0]}`,
    );
  }
  if (point === "beforeLlm") {
    const messages = [{ role: "user", content: message ?? "Hello" }];
    return { event: "BeforeModel", fields: { llm_request: { ...(request as object), messages } } };
  }
  const candidates = [{ content: { role: "model", parts: [message] }, finishReason: "STOP", index: 0 }];
  return { event: "AfterModel", fields: { llm_request: request, llm_response: { text: message, candidates } } };
}

async function ask(
  hook: LaunchedHook,
  { event, fields }: Question,
  name: AgentName,
  host: CommandHostName,
  timeoutMs: number | undefined,
): Promise<Answered> {
  const { command, timeout } = hook.at(event, host);
  const agent = commandHost(name, { timeout: timeoutMs === undefined ? timeout : timeoutMs / 1000 });
  const begun = performance.now();
  const { payload, answer, effect } = await agent.ask(event, command, fields);
  const ms = performance.now() - begun;
  const { stdout = "", stderr = "", exit, signal } = answer;
  const decision = decisionOf({ host: name, event, payload, answer, effect });
  return { event, payload, stdout, stderr, exit: exit ?? signal ?? null, ms, effect, decision };
}
