import { titleOf } from "@agent-hook/sdk/hosts";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { SIMULATIONS, type SimulatedHost, type Simulation } from "@agent-hook/sdk/simulations";
import { commandHost } from "@agent-hook/testing/command-hosts";
import { usageError } from "../../command-error.js";
import type { CommandHostName } from "../../command-host.js";
import { askedEvents } from "../../host-config/command-hooks/asked-events.js";
import type { LaunchedHook } from "../../launched-hook.js";
import type { Answered, CallingHost, Question } from "./calling-host.js";
import { decisionOf } from "./coding-agent-decision.js";
import { unhandled } from "./unhandled.js";

/** Simulates one of the hosts in `SIMULATIONS`. */
export function codingAgent(name: SimulatedHost, host: CommandHostName): CallingHost {
  const simulation: Simulation = SIMULATIONS[name];
  const { version, beforeTool, afterTool, fields, payloads, result } = simulation;
  const events = Object.keys(HOST_EVENTS[name] ?? {});
  const example = payloads[beforeTool] ?? {};
  return {
    name,
    title: `${titleOf(name)} ${version}`,
    text: host.text,
    events,
    example: {
      event: beforeTool,
      payload: JSON.stringify({ [fields.tool]: example[fields.tool], [fields.input]: example[fields.input] }),
    },
    questionAt(point, { tool = "", args = {}, result: text = "", message }) {
      if (point === "beforeLlm" || point === "afterLlm") return modelQuestion(simulation, name, point, message);
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

/** Makes a call about the model, for hosts that have such hooks. */
function modelQuestion(
  { model, payloads }: Simulation,
  name: SimulatedHost,
  point: "beforeLlm" | "afterLlm",
  message: string | undefined,
): Question {
  if (model === undefined) {
    throw usageError(
      `${titleOf(name)} calls no hooks about its model: expected before_tool, approve_tool, after_tool or one of its events, such as ${Object.keys(payloads)[0]}`,
    );
  }
  return point === "beforeLlm"
    ? { event: model.before, fields: model.request(message ?? "Hello") }
    : { event: model.after, fields: model.reply(message ?? "") };
}

async function ask(
  hook: LaunchedHook,
  { event, fields }: Question,
  name: SimulatedHost,
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
