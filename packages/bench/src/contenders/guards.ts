import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { SIMULATIONS, withFields } from "@agent-hook/sdk/internal/simulations";
import { foundProgram } from "./found-program.js";
import { type ContenderName, TITLES } from "./names.js";
import { Home } from "./own-guards.js";
import { compiled, installed, node, versionOf } from "./programs.js";

/** A guard that Claude Code starts for each call, as its own installation writes it into Claude Code's settings. */
export interface Guard {
  readonly name: ContenderName;
  /** The shell text in Claude Code's settings. */
  readonly command: string;
  readonly version?: string;
  /** Prepares a call that is measured. Default: nothing. */
  readonly prepare?: () => Promise<void>;
  /** Whether a variable of the environment differs at each call. */
  readonly isChanging?: true;
}

export interface Guards {
  readonly guards: readonly Guard[];
  /** Why this machine lacks a guard. */
  readonly absent: Readonly<Partial<Record<ContenderName, string>>>;
  readonly home: Home;
}

/** What Claude Code does with a call because of a guard's answer. */
export type GuardDecision = "denies" | "asks" | "allows";

const { payloads, beforeTool, fields, shellTool } = SIMULATIONS["claude-code"];

/** Returns the payload that Claude Code writes before a shell call in the folder for temporary files. */
export function shellCall(command: string): Readonly<Record<string, unknown>> {
  const changed = { cwd: tmpdir(), [fields.tool]: shellTool, [fields.input]: { command } };
  return withFields(payloads[beforeTool] ?? {}, changed);
}

/** A call that every guard stops. The text is never run. */
const STOPPED_CALL = shellCall("git reset --hard");

/** Whether a process of a guard can stay. */
export const canStay = process.platform === "linux" && existsSync("/usr/bin/perl");

/** The floor, ours and those that others publish. `home` is the user who has installed ours. */
export function guardsOn(env = process.env): Guards {
  const home = new Home();
  const own = (hook: readonly string[]) => home.install("config", "claude-code", "--write", "--yes", "--", ...hook);
  const add = home.install("add", "guard-shell", "protect-files", "redact-secrets", "--host", "claude-code", "--yes");
  const bun = foundProgram("bun", "BENCH_BUN", env);
  // Version 1 is another program, in Rust instead of Python.
  const nah = foundProgram("nah", "BENCH_NAH", env);
  const library = (name: "cc-hooks-ts" | "polyhook", packageName: string) =>
    ({ name, command: inShell(node(name)), version: versionOf(packageName) }) as const;
  const guards: readonly (Guard | undefined)[] = [
    { name: "bare", command: inShell(node("bare-guard")) },
    { name: "add", command: add, prepare: () => staying(home, add) },
    { name: "add-changing", command: add, prepare: () => staying(home, add), isChanging: true },
    { name: "add-first", command: add, prepare: () => ended(home, add) },
    { name: "config", command: own(node("ours-guard")) },
    bun && { name: "config-bun", command: own([bun.path, compiled("ours-guard")]), version: bun.version },
    library("cc-hooks-ts", "cc-hooks-ts"),
    library("polyhook", "@polyhook/sdk"),
    safetyNet(),
    nah && { name: "nah", version: nah.version, command: inShell([nah.path, "hook", "claude", "run"]) },
  ];
  const missing = (name: "nah" | "bun") => `not on the PATH, and BENCH_${name.toUpperCase()} is not set`;
  return {
    home,
    guards: guards.filter((one) => one !== undefined),
    absent: { ...(bun ? {} : { "config-bun": missing("bun") }), ...(nah ? {} : { nah: missing("nah") }) },
  };
}

/** A session has hundreds of calls. */
const WARM_UP = 20;

/** Calls the guard until a process of it stays, and has answered for a while. Throws if none does. */
async function staying(home: Home, command: string): Promise<void> {
  if (!canStay || home.processes().length > 0) return;
  for (let calls = 0; home.processes().length === 0; calls += 1) {
    if (calls > 100) throw new Error(`no process of ${TITLES.add} stays`);
    answerOf(command, home.env);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  for (let call = 0; call < WARM_UP; call += 1) answerOf(command, home.env);
}

/** Ends the process that stays. One that still starts would take time from the next call. */
async function ended(home: Home, command: string): Promise<void> {
  await staying(home, command);
  home.end();
}

/** Started as its plugin for Claude Code starts it. */
function safetyNet(): Guard {
  const script = installed("cc-safety-net/dist/bin/cc-safety-net.js");
  const command = inShell([process.execPath, script, "hook", "--coding-cli"]);
  return { name: "cc-safety-net", version: versionOf("cc-safety-net"), command };
}

/** Formats a command as shell text, as in an agent's settings. */
function inShell(command: readonly string[]): string {
  return command.map((word) => `'${word}'`).join(" ");
}

/**
 * Runs a guard for one call. As under an agent, a shell starts it, and its stdout is a pipe; Node's `spawn` would make it
 * a socket.
 */
export function answerOf(command: string, env: NodeJS.ProcessEnv, call = STOPPED_CALL): Answer {
  const options = { input: JSON.stringify(call), env, encoding: "utf8" } as const;
  // The exit code of a pipeline is that of its last command.
  const text = `{ ${command}; printf '\\n%s' "$?" >&2; } | cat`;
  const { stdout, stderr } = spawnSync("/bin/sh", ["-c", text], options);
  const end = stderr.lastIndexOf("\n");
  return { stdout, stderr: stderr.slice(0, end), exit: Number(stderr.slice(end + 1)) };
}

interface Answer {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exit?: number;
}

/** Returns what Claude Code does with a shell call after a guard ended in this way. */
export function decisionIn(answer: Answer): GuardDecision {
  const asked = { event: "PreToolUse", payload: STOPPED_CALL, answer, situation: {}, version: "" };
  const { tool } = SIMULATIONS["claude-code"].changeBy(asked);
  return tool === "does not run" ? "denies" : tool === "asks" ? "asks" : "allows";
}
