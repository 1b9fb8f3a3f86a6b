import type { JsonObject } from "@agent-hook/protocol";
import { HostNameError, type NamedHost, namedHost } from "@agent-hook/sdk/hosts";
import { type LauncherCommand, parseLauncherCommand } from "@agent-hook/sdk/launcher";

/** A command that an agent starts at one of its events. */
export interface Entry {
  /** Such as `agents.root.hooks.pre_tool_use[0].hooks[0]`. */
  readonly where: string;
  readonly event: string;
  readonly name?: string;
  readonly command: string;
  /** How long the agent waits, in seconds. */
  readonly timeout: number;
  /** What the hook finds beside the agent's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly workingDir?: string;
  /** Which tools it is called for, or `undefined` for every tool. */
  readonly matcher?: string;
  /** As it stands in the file, where something else there counts. */
  readonly raw?: JsonObject;
  /** Nothing for a command that is not the launcher's. */
  readonly launched?: LauncherCommand;
  /** The host that the hook is told. */
  readonly host?: NamedHost;
}

/** What the text of a command says of itself. */
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
