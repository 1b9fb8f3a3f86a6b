import { spawnSync } from "node:child_process";
import type { Builds, Commands } from "./builds.js";
import { type ContenderName, OURS } from "./names.js";
import { node } from "./programs.js";

/** A guard that is started for every call, in each form that it has. */
export interface OneCall {
  readonly name: ContenderName;
  readonly commands: Commands & { readonly plain: readonly string[] };
}

/** Why the guards refuse what they are asked about. */
const REASON = "no rm -rf here";

export const BARE_GUARD: OneCall = { name: "bare", commands: { plain: node("bare-guard") } };

export function ourGuard(builds: Builds) {
  return { name: OURS, commands: { plain: node("ours-guard"), ...builds.ours("ours-guard") } } as const;
}

export function oneCallHooks(builds: Builds) {
  const peer = (name: "cc-hooks-ts" | "polyhook") => ({ name, commands: { plain: node(name), ...builds.peer(name) } });
  return [BARE_GUARD, ourGuard(builds), peer("cc-hooks-ts"), peer("polyhook")] as const;
}

const COMMAND = { command: "rm -rf victim" };
const SESSION = { session_id: "bench", transcript_path: "/bench.jsonl", cwd: "/" };
const BASH = { tool_name: "Bash", tool_use_id: "call_1", tool_input: COMMAND };

/** What each host that starts a hook for every call writes before a shell's call. */
export const CALLS = {
  "claude-code": { ...SESSION, prompt_id: "1", hook_event_name: "PreToolUse", permission_mode: "default", ...BASH },
  codex: { ...SESSION, turn_id: "1", hook_event_name: "PreToolUse", model: "m", permission_mode: "default", ...BASH },
  gemini: {
    ...SESSION,
    hook_event_name: "BeforeTool",
    timestamp: "2026-01-01T00:00:00.000Z",
    tool_name: "run_shell_command",
    tool_input: COMMAND,
  },
  copilot: { sessionId: "bench", timestamp: 1, cwd: "/", toolName: "bash", toolArgs: COMMAND },
  "docker-agent": {
    session_id: "bench",
    cwd: "/",
    hook_event_name: "pre_tool_use",
    tool_name: "shell",
    tool_use_id: "call_1",
    tool_input: { cmd: COMMAND.command },
  },
};

/** A command as an agent's settings have it: text for a shell. */
export function inShell(command: readonly string[]): string {
  return command.map((word) => `'${word}'`).join(" ");
}

/**
 * What a guard said to a call, on stdout or stderr. By a shell, as agents start it, which gives a pipe where Node's `spawn`
 * would give a socket. A file of certificates, which Node 20 reads at every start, is left out.
 */
export function askOnce(command: string, call: object): string {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const options = { input: JSON.stringify(call), env, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync("/bin/sh", ["-c", `{ ${command}; } | cat`], options);
  return stdout + stderr;
}

export function refuses(said: string): boolean {
  return said.includes(REASON);
}
