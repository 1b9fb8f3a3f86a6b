import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { foundProgram } from "./found-program.js";
import type { ContenderName } from "./names.js";
import { CALLS, inShell } from "./one-shot-guards.js";
import { installed } from "./programs.js";

/** A guard that others publish, started for each call as its own installation would configure it in Claude Code. */
export interface KnownGuard {
  readonly name: "cc-safety-net" | "nah";
  readonly version: string;
  /** The shell text in Claude Code's settings. */
  readonly command: string;
}

/** What Claude Code does with a call because of a guard's answer. */
export type GuardDecision = "denies" | "asks" | "allows";

/** A call that every guard stops. The text is never run. */
export const DANGEROUS_CALL = { ...CALLS["claude-code"], tool_input: { command: "rm -rf /" } };

/** The guards that this machine has, and why it lacks nah, which is not on npm. */
export function knownGuards(env = process.env): {
  readonly guards: readonly KnownGuard[];
  readonly absent: Readonly<Partial<Record<ContenderName, string>>>;
} {
  const nah = foundProgram("nah", "BENCH_NAH", env);
  const guards: readonly KnownGuard[] = [
    safetyNet(),
    // Version 1 is another program, in Rust instead of Python.
    ...(nah ? [guard("nah", nah.version, [nah.path, ...nahArguments(nah.version)])] : []),
  ];
  return { guards, absent: nah ? {} : { nah: "not on the PATH, and BENCH_NAH is not set" } };
}

/** Started as its plugin for Claude Code starts it. */
function safetyNet(): KnownGuard {
  const { version } = JSON.parse(readFileSync(installed("cc-safety-net/package.json"), "utf8"));
  const script = installed("cc-safety-net/dist/bin/cc-safety-net.js");
  return guard("cc-safety-net", version, [process.execPath, script, "hook", "--coding-cli"]);
}

function nahArguments(version: string): readonly string[] {
  return version.startsWith("0.") ? ["_claude-hook"] : ["hook", "claude", "run"];
}

function guard(name: KnownGuard["name"], version: string, command: readonly string[]): KnownGuard {
  return { name, version, command: inShell(command) };
}

/** Asks a guard about a call, and returns what Claude Code does then. The guard gets only this environment. */
export function decisionOn(call: object, command: string, env: NodeJS.ProcessEnv): GuardDecision {
  const options = { input: JSON.stringify(call), env, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], options);
  return decisionIn({ stdout, stderr, exit: status ?? 1 });
}

/** Returns what Claude Code does with a shell call after a guard ended in this way. */
export function decisionIn(answer: {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exit?: number;
}): GuardDecision {
  const asked = { event: "PreToolUse", payload: DANGEROUS_CALL, answer, situation: {}, version: "" };
  const { tool } = SIMULATIONS["claude-code"].changeBy(asked);
  return tool === "does not run" ? "denies" : tool === "asks" ? "asks" : "allows";
}
