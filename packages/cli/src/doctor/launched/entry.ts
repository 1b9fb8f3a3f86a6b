import { HostNameError, type NamedHost, namedHost } from "@agent-hook/sdk/hosts";
import type { ReadFile, StartedEntry } from "@agent-hook/sdk/internal/installs";
import {
  HOST_EVENTS,
  type LauncherCommand,
  LauncherCommandError,
  launcherCommand,
  parseLauncherCommand,
} from "@agent-hook/sdk/launcher";
import { isMatcher } from "@agent-hook/testing/internal/command-hosts";
import type { AgentsHost, CommandHookHost } from "../../host-config/installs.js";
import { onThisMachine } from "./on-this-machine.js";

/** An agent that starts hooks through the launcher. */
export type LaunchedHost = Pick<AgentsHost, "name" | "title" | "matchers"> & Pick<CommandHookHost, "maxTimeouts">;

/** How an agent reads matchers. */
interface MatcherRules {
  readonly matchers?: LaunchedHost["matchers"] | undefined;
}

/** A command that an agent starts for one of its events. */
export interface Entry extends StartedEntry {
  /** Absent if the command does not use the launcher. All paths are absolute, also for an entry that a team shares. */
  readonly launched?: LauncherCommand;
  /** The parts of the command as they are in the file. */
  readonly written?: LauncherCommand;
  readonly host?: NamedHost;
}

/** An entry in one of an agent's own files. */
export interface FileEntry extends Entry {
  readonly file: ReadFile;
}

/** Returns what a command and a matcher mean to an agent that was started in a folder. */
export function readEntry(
  { command, matcher }: Pick<Entry, "command" | "matcher">,
  host: MatcherRules,
  folder: string,
): Pick<Entry, "launched" | "written" | "host" | "badMatcher"> {
  const written = launchedIn(command);
  const launched = written && onThisMachine(written, folder);
  const named = launched && hostOf(launched.command);
  return {
    ...(written && launched && { written, launched }),
    ...(named && { host: named }),
    ...matcherFault(matcher, host),
  };
}

export function launchedIn(command: string): LauncherCommand | undefined {
  return parseLauncherCommand(command.trim());
}

/** Returns the text of a command as `config` writes it, or why `config` cannot write it. */
export function expectedCommand(launched: LauncherCommand): { readonly text: string } | { readonly fault: string } {
  try {
    return { text: launcherCommand(launched) };
  } catch (error) {
    if (error instanceof LauncherCommandError) return { fault: error.message };
    throw error;
  }
}

function hostOf(command: readonly string[]): NamedHost | undefined {
  try {
    return namedHost(command, {});
  } catch (error) {
    if (error instanceof HostNameError) return undefined;
    throw error;
  }
}

/** Features of Rust's regular expressions that Go's do not have. */
const RUST_ONLY = /\(\?[a-zA-Z]*[xR]|\\[uU<>]|\\b\{/;

/** Reports whether an agent cannot compile a matcher, so that it selects no tool. */
export function matcherFault(matcher: string | undefined, { matchers }: MatcherRules): { readonly badMatcher?: true } {
  if (matcher === undefined || matchers?.invalidSelectsAll) return {};
  const isBad = matchers?.noWildcards?.some((wildcard) => wildcard === matcher) === true;
  return !isBad && compiles(matcher, matchers?.syntax) ? {} : { badMatcher: true };
}

function compiles(matcher: string, syntax: "go" | "rust" | undefined): boolean {
  if (matcher === "*") return true;
  if (syntax !== undefined) return isMatcher(matcher) || (syntax === "rust" && RUST_ONLY.test(matcher));
  try {
    new RegExp(matcher);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a call or a result passes unchecked at an event if the hook crashes. */
export function failsOpen({ name }: Pick<LaunchedHost, "name">, event: string): boolean {
  const { denial, point } = HOST_EVENTS[name]?.[event] ?? {};
  return denial !== undefined || point === "afterTool";
}

/** Returns the event at which an agent calls hooks before a tool. */
export function beforeTool({ name }: Pick<LaunchedHost, "name">): string {
  const events = Object.entries(HOST_EVENTS[name] ?? {});
  return events.find(([, { point }]) => point === "beforeTool")?.[0] ?? "";
}
