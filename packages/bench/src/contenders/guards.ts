import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { undoAtExit } from "../driver/leftovers.js";
import type { Builds } from "./builds.js";
import { knownGuards } from "./known-guards.js";
import { type ContenderName, OURS } from "./names.js";
import { inShell, outputOf, withLauncher } from "./one-shot-guards.js";
import { node } from "./programs.js";

/** A guard that Claude Code starts for each call. */
export interface CommandGuard {
  readonly name: ContenderName;
  /** The shell text in Claude Code's settings. */
  readonly command: string;
}

/** A command with `--resident`, and a call for it. */
export interface GuardedCall {
  readonly command: string;
  readonly call: object;
  readonly env: { readonly HOME: string; readonly XDG_STATE_HOME?: string };
}

/** Whether `--resident` has an effect. */
export const canStay = process.platform === "linux" && existsSync("/usr/bin/perl");
const START_LIMIT_MS = 300_000;

/** The floor, ours as `agent-hook config` writes it, and those that others publish. */
export function commandGuards(builds: Builds): readonly CommandGuard[] {
  const forClaudeCode = (hook: string) => [...builds.ours(hook).snapshot, "--host", "claude-code"];
  const ours = forClaudeCode("ours-guard");
  return [
    { name: "bare", command: inShell(node("bare-guard")) },
    { name: OURS, command: withLauncher(ours) },
    ...(canStay ? [{ name: "resident", command: withLauncher(ours, { resident: true }) } as const] : []),
    { name: "ready-made", command: withLauncher(forClaudeCode("ours-with-hooks")) },
    ...knownGuards().guards,
  ];
}

/**
 * Calls each guard with `--resident` until a process that stays can answer. Returns a function that ends these processes,
 * which also runs when this program exits. Throws if one is missing after five minutes.
 */
export function startResidents(calls: readonly GuardedCall[]): () => void {
  const keys = () => calls.flatMap(keysOf);
  const end = performance.now() + START_LIMIT_MS;
  const undo = undoAtExit(() => {
    for (const key of keys()) kill(Number(readFileSync(key, "utf8").split(" ")[1]));
  });
  for (const one of calls) {
    const { command, call, env } = one;
    while (keysOf(one).length === 0) {
      if (performance.now() > end) throw new Error("--resident has no effect: no process of the hook stays");
      outputOf(command, call, env);
    }
  }
  return undo;
}

function keysOf({ env: { HOME, XDG_STATE_HOME = join(HOME, ".local/state") } }: GuardedCall): string[] {
  const folder = join(XDG_STATE_HOME, "agent-hook/residents");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith(".key")).map((name) => join(folder, name));
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
