import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { folder } from "../config-folder.js";
import { agentHook } from "../run-command.js";

/** A record with an id. */
export function record(id: string, fields: object = {}): DecisionRecord {
  const time = "2026-01-31T09:30:00.000Z";
  const host = { name: "claude-code" };
  return { id, time, host, hook: "guard", point: "beforeTool", decision: "none", ms: 1, pid: 1, ...fields };
}

/** Creates a log with these lines, and returns how to run the program on it. */
export function logOf(...lines: readonly (object | string)[]) {
  const state = folder();
  const decisions = join(state, "agent-hook", "decisions");
  mkdirSync(decisions, { recursive: true });
  const file = join(decisions, "decisions-000001.jsonl");
  const append = (...more: readonly (object | string)[]) => {
    for (const line of more) appendFileSync(file, `${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  };
  append(...lines);
  const env = { XDG_STATE_HOME: state };
  return { state, env, append, run: (...args: string[]) => agentHook(args, { env, cwd: state }) };
}
