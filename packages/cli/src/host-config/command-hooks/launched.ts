import { HOST_EVENTS, type LauncherCommand, LauncherCommandError, launcherCommand } from "@agent-hook/sdk/launcher";
import type { HookFacts } from "../hook-facts.js";
import { HostConfigError, type Launch } from "../host-format.js";

type Asked = Pick<HookFacts, "deadlines" | "native" | "onFailure" | "points">;

/** How a host starts a hook at one event. */
export interface LaunchedCommand {
  readonly command: string;
  readonly mode: LauncherCommand["mode"];
  /** How long the host should wait, in seconds. */
  readonly timeout: number;
}

/** The hook's deadline < the launcher's limit < the host's timeout, each with time to start and to end. */
const START_UP_SECONDS = 1.5;
const MARGIN_SECONDS = 4;
/** The margin for a host that waits only a few seconds. */
const SHORT_MARGIN_SECONDS = 1;

/**
 * Returns the launcher command for a hook at one event. `told`: the value of the hook's `--host`. `longest`: the host's
 * longest wait in seconds. Throws `HostConfigError`.
 */
export function launchedAt(
  host: string,
  event: string,
  hook: Asked,
  { command, launcher = "" }: Pick<Launch, "command" | "launcher">,
  { told = host, longest = Number.POSITIVE_INFINITY }: { readonly told?: string; readonly longest?: number } = {},
): LaunchedCommand {
  const wanted = Math.ceil(deadlineMs(host, event, hook) / 1000 + START_UP_SECONDS);
  const seconds = Math.min(wanted, longest - SHORT_MARGIN_SECONDS);
  const mode = modeOf(host, event, hook);
  return {
    command: launched({ launcher, mode, host, event, seconds, command: [...command, "--host", told] }),
    mode,
    timeout: Math.min(seconds + MARGIN_SECONDS, longest),
  };
}

/** Throws `HostConfigError` if the host cannot start the hook. */
export function assertKnown(host: string, title: string, { name, hosts = [], deadlines }: HookFacts): void {
  if (deadlines === undefined) {
    throw new HostConfigError(
      `${title} only starts hooks of this SDK, which have a manifest: remove --intercept and --observe`,
    );
  }
  if (!hosts.includes(host)) {
    throw new HostConfigError(`the SDK of "${name}" does not support ${title}: build it with a newer one`);
  }
}

/** Throws `HostConfigError` for relative paths, and for words that are not safe in every shell. */
export function assertCommand(host: string, { command, launcher = "" }: Pick<Launch, "command" | "launcher">): void {
  const [event = ""] = Object.keys(HOST_EVENTS[host] ?? {});
  launched({ launcher, mode: "block", host, event, seconds: 1, command });
}

export function launcherNotes({ launcher }: Launch): string[] {
  if (!launcher?.includes("/_npx/")) return [];
  return ["The launcher is in npx's cache, which may be cleaned: install agent-hook, and run this again."];
}

function launched(parts: LauncherCommand): string {
  try {
    return launcherCommand(parts);
  } catch (error) {
    if (error instanceof LauncherCommandError) throw new HostConfigError(error.message, { cause: error });
    throw error;
  }
}

/** Returns the hook's deadline at an event, in milliseconds. */
export function deadlineMs(host: string, event: string, { deadlines }: Pick<HookFacts, "deadlines">): number {
  const { interceptMs = 0, oneCallMs = interceptMs } = deadlines ?? {};
  return pointOf(host, event) === "beforeTool" ? oneCallMs : interceptMs;
}

/**
 * Returns the launcher's mode. A hook that approves tool calls denies them when it is dead, whatever its failure
 * policy. A hook that only receives an event blocks nothing there.
 */
export function modeOf(
  host: string,
  event: string,
  { onFailure, points, native }: Omit<Asked, "deadlines">,
): LauncherCommand["mode"] {
  if (pointOf(host, event) === "beforeTool" && points.includes("approveTool")) return "block";
  return onFailure === "block" && rules(host, event, native) ? "block" : "continue";
}

/** Returns whether a hook can decide at an event, rather than only receive it. */
export function rules(host: string, event: string, native: HookFacts["native"]): boolean {
  return pointOf(host, event) !== undefined || (native?.[host] ?? []).includes(event);
}

function pointOf(host: string, event: string) {
  return HOST_EVENTS[host]?.[event]?.point;
}
