import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { type DockerAgentEvent, type DockerAgentVersion, dockerAgentHost } from "@agent-hook/testing/docker-agent";
import { usageError } from "../../command-error.js";
import type { CommandHostName } from "../../command-host.js";
import { eventsOf, HANGING } from "../../host-config/docker-agent-events.js";
import type { HookFacts } from "../../host-config/index.js";
import type { LaunchedHook } from "../../launched-hook.js";
import type { Answered, CallingHost, Question } from "./calling-host.js";
import { decisionOf } from "./docker-agent-decision.js";
import { unhandled } from "./unhandled.js";

const EVENTS = Object.keys(HOST_EVENTS["docker-agent"] ?? {});
const MODEL = "openai/a-model";
const PATIENCE_S = 5;

/** Simulates a version and variant of docker-agent. */
export function dockerAgent(host: CommandHostName): CallingHost {
  const { version, variant } = host;
  return {
    name: "docker-agent",
    title: `docker-agent ${version}${variant === "preempt" ? " (preempt_yolo)" : ""}`,
    text: host.text,
    events: EVENTS,
    example: { event: "session_start", payload: '{"tool_name":"shell","tool_input":{"cmd":"ls"}}' },
    questionAt(point, { tool, args, result, message }) {
      const call = {
        tool_name: tool,
        tool_use_id: "call_1",
        ...(args === undefined || Object.keys(args).length === 0 ? {} : { tool_input: args }),
      };
      switch (point) {
        case "beforeLlm": {
          const messages = [{ role: "user", content: message ?? "Hello" }];
          return { event: "before_llm_call", fields: { model_id: MODEL, iteration: 1, messages } };
        }
        case "afterLlm":
          return { event: "after_llm_call", fields: { model_id: MODEL, stop_response: message } };
        case "afterTool":
          return { event: "tool_response_transform", fields: { ...call, tool_response: result } };
        default:
          return { event: "pre_tool_use", fields: call };
      }
    },
    questionIn({ hook_event_name: event, ...fields }) {
      return typeof event === "string" ? { event, fields } : undefined;
    },
    ask: (hook, question, timeoutMs) => ask(hook, question, host, timeoutMs),
    notesOn: (event, manifest) => notesOn(event, manifest, host),
  };
}

async function ask(
  hook: LaunchedHook,
  { event: name, fields }: Question,
  host: CommandHostName,
  timeoutMs: number | undefined,
): Promise<Answered> {
  const event = name as DockerAgentEvent;
  const { command, timeout } = hook.at(event, host);
  const agent = dockerAgentHost({
    version: host.version as DockerAgentVersion,
    variant: event === "pre_tool_use" && host.variant === "preempt" ? "preempt" : "default",
    timeout: timeoutMs === undefined ? timeout : Math.ceil(timeoutMs / 1000),
    patience: PATIENCE_S,
  });
  const begun = performance.now();
  try {
    const { payload, runs, result, effect } = await agent.ask(event, command, fields);
    const ms = performance.now() - begun;
    const run = runs[0] ?? {};
    const { stdout = "", stderr = "", exit, signal } = run;
    const decision = decisionOf({ event, payload, run, result, effect });
    return { event, payload, stdout, stderr, exit: exit ?? signal ?? null, ms, effect, decision };
  } catch (error) {
    // The version has no such event, or a child process of the hook would block docker-agent forever.
    throw usageError((error as Error).message, error);
  }
}

function notesOn(event: string, manifest: HookFacts, { version, variant }: CommandHostName): string[] {
  const { handled } = eventsOf(manifest, version);
  return [
    ...(handled.includes(event) ? [] : [unconfigured(event, manifest, handled)]),
    ...(event === "pre_tool_use" && variant === undefined && version !== "v1.58.0"
      ? [
          "under --yolo, allow rules and safety modes, docker-agent only calls the other variant: --host docker-agent@v1.123.0/preempt",
        ]
      : []),
  ];
}

/** Explains why no config registers the hook for an event. */
function unconfigured(event: string, { points }: HookFacts, handled: readonly string[]): string {
  if (HANGING.includes(event) && points.includes("onEvent")) {
    return `onEvent handles ${event}, but config only adds it if the hook lists it under native: headless runs hang there`;
  }
  return unhandled(event, handled);
}
