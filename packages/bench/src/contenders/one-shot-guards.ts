import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hostFlag } from "@agent-hook/sdk/hosts";
import { bySimulatedHost, fieldIn, SIMULATIONS, withFields } from "@agent-hook/sdk/internal/simulations";
import { type LauncherCommand, launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import type { Builds, Commands } from "./builds.js";
import { type ContenderName, OURS } from "./names.js";
import { node } from "./programs.js";

/** A guard that is started for every call, in each form that it supports. */
export interface OneShotGuard {
  readonly name: ContenderName;
  readonly commands: Commands & { readonly plain: readonly string[] };
}

/** The reason that the guards give for a denial. */
const REASON = "no rm -rf here";

export const BARE_GUARD: OneShotGuard = { name: "bare", commands: { plain: node("bare-guard") } };

export function ourGuard(builds: Builds) {
  return { name: OURS, commands: { plain: node("ours-guard"), ...builds.ours("ours-guard") } } as const;
}

/** The same guard with the ready-made hooks. */
export function ourGuardWithHooks(builds: Builds) {
  return { plain: node("ours-with-hooks"), ...builds.ours("ours-with-hooks") } as const;
}

export function oneShotGuards(builds: Builds) {
  const peer = (name: "cc-hooks-ts" | "polyhook") => ({ name, commands: { plain: node(name), ...builds.peer(name) } });
  return [BARE_GUARD, ourGuard(builds), peer("cc-hooks-ts"), peer("polyhook")] as const;
}

const COMMAND = "rm -rf victim";

const { "mcp-gateway": _withoutShell, ...calls } = bySimulatedHost(
  ({ payloads, beforeTool, fields, shellTool, shellField = "command" }) => {
    const recorded = payloads[beforeTool] ?? {};
    const { folder: folderField = "cwd" } = fields;
    const folder = fieldIn(recorded, folderField) === undefined ? {} : { [folderField]: "/" };
    return withFields(recorded, { ...folder, [fields.tool]: shellTool, [fields.input]: { [shellField]: COMMAND } });
  },
);

/** The payload that each one-shot host with a shell writes before a shell call. */
export const CALLS = calls;

/** The hosts of `CALLS` that have their own row. The other rows about one-shot guards use `claude-code`. */
export const OTHER_HOSTS = Object.keys(CALLS).filter((name) => name !== "claude-code") as readonly OtherHost[];

export type OtherHost = Exclude<keyof typeof CALLS, "claude-code">;

/** Formats a command as shell text, as in an agent's settings. */
export function inShell(command: readonly string[]): string {
  return command.map((word) => `'${word}'`).join(" ");
}

/** Returns the shell text that starts a guard through the launcher, as `agent-hook config` writes it. */
export function withLauncher(
  command: readonly string[],
  options: Partial<Pick<LauncherCommand, "host" | "event" | "resident">> = {},
): string {
  return launcherCommand({
    launcher: launcherPath(),
    mode: "block",
    host: "claude-code",
    event: "PreToolUse",
    seconds: 10,
    command,
    ...options,
  });
}

/**
 * Returns what each of the other hosts runs, as text for a shell, to ask a process of a guard that stays. Each has its own
 * folder for them, because there are at most four in one.
 */
export function residentCalls<Env extends { readonly HOME: string }>(command: readonly string[], home: Env) {
  return OTHER_HOSTS.map((host, index) => {
    const { beforeTool: event } = SIMULATIONS[host];
    const hook = [...command, "--host", hostFlag(host, event)];
    const env = { ...home, XDG_STATE_HOME: join(home.HOME, String(index)) };
    return { host, command: withLauncher(hook, { host, event, resident: true }), call: CALLS[host], env };
  });
}

/**
 * Runs a guard for one call and returns what it wrote to stdout and stderr. A shell starts the guard, as under an
 * agent, so that its stdout is a pipe; Node's `spawn` would give it a socket. By default, `NODE_EXTRA_CA_CERTS` is not in
 * its environment: Node 20 reads that file at every start.
 */
export function callOnce(command: string, call: object, env?: NodeJS.ProcessEnv): string {
  const { NODE_EXTRA_CA_CERTS: _, ...ownEnv } = process.env;
  const { stdout, stderr } = outputOf(command, call, env ?? ownEnv);
  return stdout + stderr;
}

/** Like `callOnce`, in this environment. */
export function outputOf(command: string, call: object, env: NodeJS.ProcessEnv) {
  const options = { input: JSON.stringify(call), env, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync("/bin/sh", ["-c", `{ ${command}; } | cat`], options);
  return { stdout, stderr };
}

export function isDenied(answer: string): boolean {
  return answer.includes(REASON);
}
