import { isDeepStrictEqual } from "node:util";
import {
  type Effect,
  type EventKind,
  type HookAnswer,
  type Payload,
  SIMULATIONS,
  type SimulatedHost,
  type Simulation,
  type Situation,
} from "@agent-hook/sdk/simulations";

/** A host that runs a command for each call, and whose rules were recorded from the real program. */
export type CommandHostName = SimulatedHost;

/**
 * Returns what the real program was seen to do after a hook's answer. Invalid parts that it ignores are ignored too.
 */
export function effectOfAnswer(
  host: CommandHostName,
  event: string,
  payload: Payload,
  answer: HookAnswer,
  situation: Situation = {},
): Effect {
  const without = unanswered(kindOfEvent(host, event), situation);
  const { stdout = "", exit = 0, signal, timedOut } = answer;
  const silent = ["", "{}"].includes(stdout.trim()) && exit === 0 && signal === undefined && timedOut !== true;
  const effect = { ...without, ...SIMULATIONS[host].changeBy({ event, payload, answer, situation }) };
  if (!isDeepStrictEqual(effect, without)) return { answer: "taken", ...effect };
  return { answer: silent ? "none" : "dropped", ...effect };
}

/** Returns what an event is about. */
export function kindOfEvent(host: CommandHostName, event: string): EventKind {
  return (SIMULATIONS[host] as Simulation).kinds[event] ?? "other";
}

function unanswered(kind: EventKind, { permitted = kind === "before tool" }: Situation): Omit<Effect, "answer"> {
  if (kind === "stop") return { turn: "ends" };
  if (kind !== "before tool" && kind !== "permission") return { turn: "goes on" };
  return { turn: "goes on", tool: permitted ? "runs" : "asks" };
}
