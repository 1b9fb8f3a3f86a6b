import { isDeepStrictEqual } from "node:util";
import { hostFlag as flagAt } from "@agent-hook/sdk/hosts";
import {
  type Effect,
  type EventKind,
  type HookAnswer,
  type Payload,
  SIMULATIONS,
  type Simulation,
  type Situation,
} from "@agent-hook/sdk/internal/simulations";
import { type CommandHostName, type CommandHostText, type SimulatedHost, simulatedHost } from "./simulated-host.js";

/**
 * Returns what the real program was seen to do after a hook's answer, or after the answers of several hooks, in the
 * order of the config. Invalid parts that the program ignores are ignored here too.
 */
export function effectOfAnswer(
  host: CommandHostText,
  event: string,
  payload: Payload,
  answer: HookAnswer | readonly HookAnswer[],
  situation: Situation = {},
): Effect {
  return effectIn(simulatedHost("effectOfAnswer", host), event, payload, [answer].flat(), situation);
}

/** Returns the effect of answers. No answer means that the host did not call the hook. */
export function effectIn(
  host: SimulatedHost,
  event: string,
  payload: Payload,
  [answer, ...others]: readonly HookAnswer[],
  situation: Situation,
): Effect {
  const { simulation, version, variant } = host;
  const call = { event, payload, situation, version, ...(variant === undefined ? {} : { variant }) };
  const uncalled = unanswered(host, event, situation);
  if (answer === undefined || isSkipped(host, event, situation)) return { answer: "skipped", ...uncalled };
  if (others.length > 0 && simulation.merges !== true) {
    throw new TypeError(`${host.title}: expected one answer, because it was not recorded how it combines several`);
  }
  const effect = { ...uncalled, ...simulation.changeBy({ ...call, answer, others }) };
  const without = { ...uncalled, ...simulation.changeBy({ ...call, answer: {} }) };
  if (!isDeepStrictEqual(effect, without)) return { answer: "taken", ...effect };
  return { answer: [answer, ...others].every(isSilent) ? "none" : "dropped", ...effect };
}

/** Returns whether a host does not call its hooks at an event, because its rules permit the tool call. */
export function isSkipped({ simulation, variant }: SimulatedHost, event: string, { permitted }: Situation): boolean {
  return permitted === true && (simulation.skipsPermitted?.[event]?.includes(variant) ?? false);
}

/** Returns the kind of an event, or `other` if the host's events do not include it. */
export function kindOfEvent(host: CommandHostName, event: string): EventKind {
  return (SIMULATIONS[host] as Simulation).kinds[event] ?? "other";
}

/**
 * Returns the value of `--host` for a hook at an event. The value contains the version if `host` names one, or if the
 * rules of several versions were recorded. It contains the event if the host's payloads do not name their event.
 */
export function hostFlag(host: CommandHostText, event: string): string {
  const { name, text, variant } = simulatedHost("hostFlag", host);
  return variant === undefined ? flagAt(name, event, text.split("@")[1]) : text;
}

function unanswered({ name, simulation }: SimulatedHost, event: string, situation: Situation): Omit<Effect, "answer"> {
  const kind = kindOfEvent(name, event);
  if (kind === "stop") return { turn: "ends" };
  if (kind !== "before tool" && kind !== "permission") return { turn: "continues" };
  const { permitted = kind === "before tool" && simulation.skipsPermitted === undefined } = situation;
  return { turn: "continues", tool: permitted ? "runs" : "asks" };
}

function isSilent({ stdout = "", exit = 0, signal, timedOut, unstarted }: HookAnswer): boolean {
  if (unstarted !== undefined) return false;
  return ["", "{}"].includes(stdout.trim()) && exit === 0 && signal === undefined && timedOut !== true;
}
