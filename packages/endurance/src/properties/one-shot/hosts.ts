import { hostCan, hosts } from "@agent-hook/sdk/hosts";
import { fieldIn, SIMULATED_HOSTS } from "@agent-hook/sdk/internal/simulations";
import {
  type CommandHostText,
  effectOfAnswer,
  type HookAnswer,
  hostFlag,
  simulatedHost,
  versionsAndVariants,
} from "@agent-hook/testing/internal/command-hosts";
import fc from "fast-check";
import { recordings } from "../../../../sdk/test/command-hosts/recordings.js";
import type { Raw } from "../overlays/edits.js";

/** What a host does after an answer, limited to what all hosts share. */
export interface HostEffect {
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
  /** Whether the host asks the user about a call: always, only about some calls, or never. */
  readonly asks: "yes" | "partly" | "no";
  /** Whether the host reads rewritten arguments. */
  readonly rewrites: boolean;
  /** Whether the host reads another result of a tool. */
  readsResult(tool: string): boolean;
  /** Whether exit code 2 denies. */
  readonly readsExit: boolean;
  effectOf(event: string, payload: Raw, answer: HookAnswer, permitted: boolean): HostEffect;
}

function oneShotHost(text: CommandHostText): OneShotHost {
  const { name, title: host, version, variant = "", payloads, simulation } = simulatedHost("properties", text);
  const { beforeTool, fields, result, skipsPermitted, variants, changesOnly = "" } = simulation;
  const isDefault = variant === "";
  const isReadable = (file: string) => recordings.some(({ where }) => where === `${name}/${version}/${file}.json`);
  // A hook gets a program of Cline's shell tool as a command.
  const isSame = (file: string) => isReadable(file) && !file.endsWith("program");
  const readable = Object.fromEntries(Object.entries(payloads).filter(([file]) => isSame(file)));
  const title = isDefault ? `${host} ${version}` : `${host} ${version}, ${variants?.[variant]?.setting}`;
  return {
    title,
    [fc.toStringMethod]: () => title,
    hostAt: (event) => hostFlag(text, event),
    // Only the event before a tool call has variants.
    payloads: isDefault ? readable : { [beforeTool]: payloads[beforeTool] as Raw },
    fields,
    result,
    endsTurns: hosts[name].decisions.some(
      ({ point, decision, support }) => point === "beforeTool" && decision === "abortTurn" && support === "yes",
    ),
    asks: isDefault ? (hosts[name].decisions.find(({ decision }) => decision === "ask")?.support ?? "no") : "partly",
    rewrites: isDefault,
    readsResult: (tool) => hostCan(name, "deny", "afterTool") && tool.startsWith(changesOnly),
    readsExit:
      isDefault &&
      effectOfAnswer(text, beforeTool, payloads[beforeTool] ?? {}, { exit: 2, stderr: "no" }).tool === "does not run",
    effectOf(event, payload, answer, permitted) {
      // If the host calls no hook for a permitted call, the call counts as not permitted.
      const isCalled = !permitted || !skipsPermitted?.[event]?.includes(isDefault ? undefined : variant);
      const situation = event === beforeTool ? { permitted: permitted && isCalled } : {};
      const effect = effectOfAnswer(text, event, payload, answer, situation);
      return {
        tool: effect.tool,
        approved: effect.approved ?? false,
        turnEnds: effect.turn === "ends",
        arguments: effect.arguments ?? fieldIn(payload, fields.input) ?? {},
        reason: effect.reason,
        result: effect.result,
        reply: effect.reply,
        // A variant that does not read rewritten arguments drops them.
        dropped: isDefault && effect.answer === "dropped",
      };
    },
  };
}

export const ONE_SHOT_HOSTS: readonly OneShotHost[] = SIMULATED_HOSTS.flatMap(versionsAndVariants).map(oneShotHost);

/** Returns the recorded payloads of a host for the given events. */
export function payloadsAt(host: OneShotHost, events: readonly string[]): readonly (readonly [string, Raw])[] {
  return Object.entries(host.payloads).flatMap(([name, payload]) => {
    const event = events.find((each) => name === each || name.startsWith(`${each}.`));
    return event === undefined ? [] : [[event, payload] as const];
  });
}
