import { hosts, titleOf } from "@agent-hook/sdk/hosts";
import { SIMULATED_HOSTS, SIMULATIONS, type SimulatedHost } from "@agent-hook/sdk/simulations";
import { effectOfAnswer, type HookAnswer, hostFlag } from "@agent-hook/testing/command-hosts";
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

/** What a host does after an answer, limited to what all hosts share. */
export interface Verdict {
  readonly tool: "runs" | "does not run" | "asks" | undefined;
  /** The tool runs although the user's rules do not permit it. */
  readonly approved: boolean;
  readonly turnEnds: boolean;
  readonly arguments: unknown;
  readonly reason: string | undefined;
  /** Replaces the tool's own result. */
  readonly result: unknown;
  /** Replaces the model's reply. */
  readonly reply: unknown;
  /** The host received an answer and dropped it. */
  readonly dropped: boolean;
}

/** The parts of a host that these tests need: payloads, answers and their effects. */
export interface OneShotHost {
  readonly title: string;
  /** The host's name in a failed case. */
  [fc.toStringMethod](): string;
  /** The value of `--host`: NAME[@VERSION][/VARIANT]. */
  hostAt(event: string): string;
  /** Recorded payloads, by event and a suffix that tells them apart. */
  readonly payloads: Readonly<Record<string, Raw>>;
  readonly fields: { readonly tool: string; readonly input: string; readonly result: string };
  /** Returns a result of a tool that contains this text. */
  result(tool: string, text: string): unknown;
  /** Whether a hook can end a turn before or after a tool. */
  readonly endsTurns: boolean;
  /** Whether the host reads rewritten arguments. */
  readonly rewrites: boolean;
  /** Whether exit code 2 denies. */
  readonly readsExit: boolean;
  verdict(event: string, payload: Raw, answer: HookAnswer, permitted: boolean): Verdict;
}

function commandHost(name: SimulatedHost): OneShotHost {
  const title = titleOf(name);
  const { payloads, fields, result } = SIMULATIONS[name];
  return {
    title,
    [fc.toStringMethod]: () => title,
    hostAt: (event) => hostFlag(name, event),
    payloads,
    fields,
    result,
    endsTurns: hosts[name].decisions.some(
      ({ point, decision, support }) => point === "beforeTool" && decision === "abortTurn" && support === "yes",
    ),
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
    return event === SIMULATIONS[name].beforeTool;
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
        // Without --yolo, a tool runs without asking the user only if a hook approves it.
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
  ...SIMULATED_HOSTS.map(commandHost),
  ...DOCKER_AGENT_VERSIONS.map((version) => dockerAgent(version, "default")),
  dockerAgent("v1.123.0", "preempt"),
];

/** Returns the recorded payloads of a host for the given events. */
export function payloadsAt(host: OneShotHost, events: readonly string[]): readonly (readonly [string, Raw])[] {
  return Object.entries(host.payloads).flatMap(([name, payload]) => {
    const event = name.replace(/\..*/, "");
    return events.includes(event) ? [[event, payload] as const] : [];
  });
}
