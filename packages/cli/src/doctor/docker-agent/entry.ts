import type { JsonObject } from "@agent-hook/protocol";
import { isObject } from "../../host-config/json-objects.js";
import { read, type Entry as StartedEntry } from "../launched/entry.js";

/** A hook for one event. */
export interface Entry extends StartedEntry {
  /** Absent if the hooks apply to every agent. */
  readonly agent?: string;
  readonly matcher: string;
  readonly preempts: boolean;
}

/** An entry that docker-agent does not accept. */
export interface Fault {
  readonly id: "unknown-event" | "not-a-hook" | "other-type";
  readonly what: string;
  /** The first version of docker-agent that accepts it. */
  readonly before?: string;
}

/** docker-agent's default for an entry without a timeout. */
const DEFAULT_TIMEOUT_S = 60;

/** Ignores docker-agent's built-in hooks and hooks that ask a model. */
export function entryOf(
  { type, command, name, timeout, env, working_dir: workingDir }: JsonObject,
  where: string,
  rest: Pick<Entry, "event" | "agent" | "matcher" | "preempts">,
): (Entry | Fault)[] {
  if (typeof type !== "string") return [notA("a type, such as command", where)];
  if (type !== "command") {
    const isOurs = typeof command === "string" && read(command).launched !== undefined;
    return isOurs ? [{ id: "other-type", what: `${where}: type ${type} instead of command` }] : [];
  }
  if (typeof command !== "string" || command.trim() === "") return [notA("a command", where)];
  return [
    {
      where,
      ...rest,
      ...(typeof name === "string" ? { name } : {}),
      command,
      timeout: typeof timeout === "number" && timeout > 0 ? timeout : DEFAULT_TIMEOUT_S,
      env: environmentIn(env),
      ...(typeof workingDir === "string" && workingDir !== "" ? { workingDir } : {}),
      ...read(command),
    },
  ];
}

function environmentIn(env: unknown): Entry["env"] {
  return Object.fromEntries(Object.entries(isObject(env) ? env : {}).map(([name, value]) => [name, String(value)]));
}

export function notA(expected: string, where: string): Fault {
  return { id: "not-a-hook", what: `${where}: expected ${expected}` };
}
