import type { JsonObject } from "@agent-hook/protocol";
import { HostNameError, type NamedHost, namedHost } from "@agent-hook/sdk/hosts";
import { type LauncherCommand, parseLauncherCommand } from "@agent-hook/sdk/launcher";

/** A command that an agent starts for one of its events. */
export interface Entry {
  /** For example `agents.root.hooks.pre_tool_use[0].hooks[0]`. */
  readonly where: string;
  readonly event: string;
  readonly name?: string;
  readonly command: string;
  /** How long the agent waits, in seconds. */
  readonly timeout: number;
  /** Variables that the hook receives in addition to the agent's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly workingDir?: string;
  /** The tools that it is called for, or `undefined` for every tool. */
  readonly matcher?: string;
  /** The entry in the file, if its other fields matter. */
  readonly raw?: JsonObject;
  /** Absent if the command does not use the launcher. */
  readonly launched?: LauncherCommand;
  /** The host in the hook's arguments. */
  readonly host?: NamedHost;
}

/** Parses the text of a command. */
export function read(command: string): Pick<Entry, "launched" | "host"> {
  const launched = parseLauncherCommand(command.trim());
  const host = launched && hostOf(launched.command);
  return { ...(launched && { launched }), ...(host && { host }) };
}

function hostOf(command: readonly string[]): NamedHost | undefined {
  try {
    return namedHost(command, {});
  } catch (error) {
    if (error instanceof HostNameError) return undefined;
    throw error;
  }
}
