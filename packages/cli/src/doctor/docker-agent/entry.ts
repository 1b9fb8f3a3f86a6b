import type { JsonObject } from "@agent-hook/protocol";
import { isObject } from "../../host-config/json-objects.js";
import { read, type Entry as StartedEntry } from "../launched/entry.js";

/** A hook at one event. */
export interface Entry extends StartedEntry {
  /** Nothing where hooks stand for every agent. */
  readonly agent?: string;
  readonly matcher: string;
  readonly preempts: boolean;
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
    const isOurs = typeof command === "string" && read(command).launched !== undefined;
    return isOurs ? [{ id: "other-type", what: `${where}: type ${type} in the place of command` }] : [];
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
