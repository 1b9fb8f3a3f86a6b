import { type ApproveToolDecision, approve, ask, deny } from "@agent-hook/sdk";
import type { Level } from "./level.js";

/** Returns the decision on a call that a level stands for. */
export function decide(level: Level, reason: string): ApproveToolDecision {
  if (level === "allow") return approve();
  return level === "ask" ? ask(reason) : deny(reason);
}
