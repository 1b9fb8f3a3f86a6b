import { isDeepStrictEqual } from "node:util";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { copilot } from "./copilot.js";
import type { Effect, EventKind, HookAnswer, KnownKeys, Payload, Rules, Situation } from "./effect.js";
import { gemini } from "./gemini.js";

const RULES = { "claude-code": claudeCode, codex, gemini, copilot } as const satisfies Readonly<Record<string, Rules>>;

/** A host that runs a command for each call, and whose rules were recorded from the real program. */
export type CommandHostName = keyof typeof RULES;

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
  const { kinds, changeBy }: Rules = RULES[host];
  const without = unanswered(kinds[event] ?? "other", situation);
  const { stdout = "", exit = 0, signal, timedOut } = answer;
  const silent = ["", "{}"].includes(stdout.trim()) && exit === 0 && signal === undefined && timedOut !== true;
  const effect = { ...without, ...changeBy({ event, payload, answer, situation }) };
  if (!isDeepStrictEqual(effect, without)) return { answer: "taken", ...effect };
  return { answer: silent ? "none" : "dropped", ...effect };
}

/** Returns what an event is about. */
export function kindOfEvent(host: CommandHostName, event: string): EventKind {
  return (RULES[host] as Rules).kinds[event] ?? "other";
}

/** Returns the keys of an answer that a host knows at an event. */
export function keysAt(host: CommandHostName, event: string): KnownKeys {
  return RULES[host].keysAt(event);
}

function unanswered(kind: EventKind, { permitted = kind === "before tool" }: Situation): Omit<Effect, "answer"> {
  if (kind === "stop") return { turn: "ends" };
  if (kind !== "before tool" && kind !== "permission") return { turn: "goes on" };
  return { turn: "goes on", tool: permitted ? "runs" : "asks" };
}
