import {
  COMMAND_HOSTS,
  type CommandHostName,
  effectOfAnswer,
  HOST_FACTS,
  type HookAnswer,
} from "@agent-hook/testing/command-hosts";
import {
  DOCKER_AGENT_VERSIONS,
  type DockerAgentEvent,
  type DockerAgentVersion,
  effectOf,
  executeHooks,
  type Variant,
} from "@agent-hook/testing/docker-agent";
import fc from "fast-check";
import { dockerAgentPayloads } from "../fixtures.js";
import type { Raw } from "../overlays/edits.js";

/** What a host does after an answer, as far as all of them have it. */
export interface Verdict {
  readonly tool: "runs" | "does not run" | "asks" | undefined;
  /** It runs past the rules of the user. */
  readonly approved: boolean;
  readonly turnEnds: boolean;
  readonly arguments: unknown;
  readonly reason: string | undefined;
  /** In the place of the tool's own result. */
  readonly result: unknown;
  /** In the place of the model's reply. */
  readonly reply: unknown;
  /** It was said something, and nothing came of it. */
  readonly dropped: boolean;
}

/** What a host is, as far as these trials ask: a payload, an answer, and what it does then. */
export interface OneShotHost {
  readonly title: string;
  /** How a failed case names it. */
  [fc.toStringMethod](): string;
  /** For the hook: NAME[@VERSION][/VARIANT]. */
  hostAt(event: string): string;
  /** Recorded payloads, by the event and what sets them apart. */
  readonly payloads: Readonly<Record<string, Raw>>;
  readonly fields: { readonly tool: string; readonly input: string; readonly result: string };
  /** A result of a tool with this text in it. */
  result(tool: string, text: string): unknown;
  /** Whether a turn can be ended before or after a tool. */
  readonly endsTurns: boolean;
  /** Whether rewritten arguments are read. */
  readonly rewrites: boolean;
  /** Whether the exit code 2 says no. */
  readonly readsExit: boolean;
  verdict(event: string, payload: Raw, answer: HookAnswer, permitted: boolean): Verdict;
}

function commandHost(name: CommandHostName): OneShotHost {
  const { title, payloads, fields, result } = HOST_FACTS[name];
  return {
    title,
    [fc.toStringMethod]: () => title,
    hostAt: (event) => (fields.event === undefined ? `${name}/${event}` : name),
    payloads,
    fields,
    result,
    endsTurns: name === "claude-code" || name === "gemini",
    rewrites: true,
    readsExit: true,
    verdict(event, payload, answer, permitted) {
      const effect = effectOfAnswer(name, event, payload, answer, isToolEvent(event) ? { permitted } : {});
      return {
        tool: effect.tool,
        approved: effect.approved ?? false,
        turnEnds: effect.turn === "ends",
        arguments: effect.arguments ?? payload[fields.input],
        reason: effect.reason,
        result: effect.result,
        reply: effect.reply,
        dropped: effect.answer === "dropped",
      };
    },
  };

  function isToolEvent(event: string): boolean {
    return event === HOST_FACTS[name].beforeTool;
  }
}

function dockerAgent(version: DockerAgentVersion, variant: Variant): OneShotHost {
  const usual = variant === "default";
  const title = `docker-agent ${version}${usual ? "" : ", preempt_yolo"}`;
  return {
    title,
    [fc.toStringMethod]: () => title,
    hostAt: () => `docker-agent@${version}${usual ? "" : "/preempt"}`,
    payloads: usual ? dockerAgentPayloads(version) : { pre_tool_use: dockerAgentPayloads(version).pre_tool_use as Raw },
    fields: { tool: "tool_name", input: "tool_input", result: "tool_response" },
    result: (_tool, text) => text,
    endsTurns: false,
    rewrites: usual,
    readsExit: usual,
    verdict(named, payload, answer, permitted) {
      const event = named as DockerAgentEvent;
      const done = executeHooks([answer], { version, event, variant });
      const effect: Raw = { ...effectOf(event, payload, done, { variant, yolo: permitted }) };
      const { tool } = effect;
      return {
        tool: tool === "denied" ? "does not run" : (tool as Verdict["tool"]),
        // Without --yolo no tool runs unasked but by the hook's word.
        approved: !permitted && tool === "runs",
        turnEnds: effect.turn === "ends",
        arguments: effect.arguments,
        reason: effect.reason as string | undefined,
        result: effect.result === payload.tool_response ? undefined : effect.result,
        reply: undefined,
        dropped: false,
      };
    },
  };
}

export const ONE_SHOT_HOSTS: readonly OneShotHost[] = [
  ...COMMAND_HOSTS.map(commandHost),
  ...DOCKER_AGENT_VERSIONS.map((version) => dockerAgent(version, "default")),
  dockerAgent("v1.123.0", "preempt"),
];

/** The recorded payloads of a host at the events of a point. */
export function payloadsAt(host: OneShotHost, events: readonly string[]): readonly (readonly [string, Raw])[] {
  return Object.entries(host.payloads).flatMap(([name, payload]) => {
    const event = name.replace(/\..*/, "");
    return events.includes(event) ? [[event, payload] as const] : [];
  });
}
