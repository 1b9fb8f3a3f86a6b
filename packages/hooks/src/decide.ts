import { type ApproveToolDecision, approve, ask, deny } from "@agent-hook/sdk";
import type { Level } from "./level.js";

/** Returns the decision on a call that a level stands for. `rule`: the rule that found something, for the log. */
export function decide(level: Level, reason: string, rule?: string): ApproveToolDecision {
  if (level === "allow") return approve();
  return level === "ask" ? ask(reason, { rule }) : deny(reason, { rule });
}
