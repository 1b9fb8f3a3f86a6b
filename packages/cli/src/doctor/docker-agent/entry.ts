import type { JsonObject } from "@agent-hook/protocol";
import { HostNameError, type NamedHost, namedHost } from "@agent-hook/sdk/hosts";
import { type LauncherCommand, parseLauncherCommand } from "@agent-hook/sdk/launcher";
import { isObject } from "../../host-config/json-objects.js";

/** A hook at one event. */
export interface Entry {
  /** Such as `agents.root.hooks.pre_tool_use[0].hooks[0]`. */
  readonly where: string;
  /** Nothing where hooks stand for every agent. */
  readonly agent?: string;
  readonly event: string;
  readonly matcher: string;
  readonly preempts: boolean;
  readonly name?: string;
  readonly command: string;
  /** Seconds. */
  readonly timeout: number;
  /** What the hook finds beside docker-agent's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly workingDir?: string;
  /** Nothing for a command that is not the launcher's. */
  readonly launched?: LauncherCommand;
  readonly host?: NamedHost;
}

/** A place in the file that is not as docker-agent takes it. */
export interface Fault {
  readonly id: "unknown-event" | "not-a-hook" | "other-type";
  readonly what: string;
  /** The version of docker-agent from which on it is none. */
  readonly before?: string;
}

/** docker-agent's own, where an entry says none. */
const DEFAULT_TIMEOUT_S = 60;

/** Hooks inside docker-agent and questions to a model are none of ours. */
export function entryOf(
  { type, command, name, timeout, env, working_dir: workingDir }: JsonObject,
  where: string,
  rest: Pick<Entry, "event" | "agent" | "matcher" | "preempts">,
): (Entry | Fault)[] {
  if (typeof type !== "string") return [notA("a type, such as command", where)];
  if (type !== "command") {
    const isOurs = typeof command === "string" && parseLauncherCommand(command.trim()) !== undefined;
    return isOurs ? [{ id: "other-type", what: `${where}: type ${type} in the place of command` }] : [];
  }
  if (typeof command !== "string" || command.trim() === "") return [notA("a command", where)];
  const launched = parseLauncherCommand(command.trim());
  const host = launched && hostOf(launched.command);
  return [
    {
      where,
      ...rest,
      ...(typeof name === "string" ? { name } : {}),
      command,
      timeout: typeof timeout === "number" && timeout > 0 ? timeout : DEFAULT_TIMEOUT_S,
      env: environmentIn(env),
      ...(typeof workingDir === "string" && workingDir !== "" ? { workingDir } : {}),
      ...(launched === undefined ? {} : { launched }),
      ...(host === undefined ? {} : { host }),
    },
  ];
}

function environmentIn(env: unknown): Entry["env"] {
  return Object.fromEntries(Object.entries(isObject(env) ? env : {}).map(([name, value]) => [name, String(value)]));
}

function hostOf(command: readonly string[]): NamedHost | undefined {
  try {
    return namedHost(command, {});
  } catch (error) {
    if (error instanceof HostNameError) return undefined;
    throw error;
  }
}

export function notA(expected: string, where: string): Fault {
  return { id: "not-a-hook", what: `${where}: expected ${expected}` };
}
