import {
  type HookSummary,
  HostConfigError,
  type Launch,
  type LaunchedCommand,
} from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS, type LauncherCommand, LauncherCommandError, launcherCommand } from "@agent-hook/sdk/launcher";

type LaunchOptions = Pick<HookSummary, "deadlines" | "native" | "onFailure" | "points">;

/**
 * The hook's deadline, the launcher's limit and the host's timeout are in ascending order. The launcher's limit
 * includes time to start, and the host's timeout includes time to end.
 */
const START_UP_SECONDS = 1.5;
const MARGIN_SECONDS = 4;
/** The margin for a host that waits only a few seconds. */
const SHORT_MARGIN_SECONDS = 1;

/**
 * Returns the launcher command for a hook at one event. `hostValue` is the value of the hook's `--host`. `maxSeconds`
 * is the host's longest wait. `inProject` tells how the host's command finds a project. Throws `HostConfigError`.
 */
export function launchedAt(
  host: string,
  event: string,
  hook: LaunchOptions,
  { command, launcher = "", resident, project }: Pick<Launch, "command" | "launcher" | "resident" | "project">,
  {
    hostValue = host,
    maxSeconds = Number.POSITIVE_INFINITY,
    inProject = { repository: true },
  }: {
    readonly hostValue?: string;
    readonly maxSeconds?: number;
    readonly inProject?: NonNullable<LauncherCommand["project"]>;
  } = {},
): LaunchedCommand {
  const neededSeconds = Math.ceil(deadlineMs(host, event, hook) / 1000 + START_UP_SECONDS);
  const seconds = Math.min(neededSeconds, maxSeconds - SHORT_MARGIN_SECONDS);
  const mode = modeOf(host, event, hook);
  return {
    command: launcherText({
      ...{ mode, host, event, seconds },
      launcher: project?.launcher ?? launcher,
      ...(resident !== undefined && { resident }),
      command: [...(project?.command ?? command), "--host", hostValue],
      ...(project && { project: inProject }),
    }),
    mode,
    timeout: Math.min(seconds + MARGIN_SECONDS, maxSeconds),
  };
}

/** Throws `HostConfigError` for relative paths, and for words that are not safe in every shell. */
export function assertCommand(host: string, { command, launcher = "" }: Pick<Launch, "command" | "launcher">): void {
  const [event = ""] = Object.keys(HOST_EVENTS[host] ?? {});
  launcherText({ launcher, mode: "block", host, event, seconds: 1, command });
}

function launcherText(parts: LauncherCommand): string {
  try {
    return launcherCommand(parts);
  } catch (error) {
    if (error instanceof LauncherCommandError) throw new HostConfigError(error.message, { cause: error });
    throw error;
  }
}

/** Returns the hook's deadline at an event, in milliseconds. */
export function deadlineMs(host: string, event: string, { deadlines }: Pick<HookSummary, "deadlines">): number {
  const { interceptMs = 0, oneCallMs = interceptMs } = deadlines ?? {};
  return pointOf(host, event) === "beforeTool" ? oneCallMs : interceptMs;
}

/**
 * Returns the launcher's mode. If the hook approves tool calls, they are denied when the hook is dead, whatever its
 * failure policy. If the hook only receives an event, nothing is blocked at that event.
 */
export function modeOf(host: string, event: string, hook: Omit<LaunchOptions, "deadlines">): LauncherCommand["mode"] {
  if (pointOf(host, event) === "beforeTool" && hook.points.includes("approveTool")) return "block";
  return hook.onFailure === "block" && canDecide(host, event, hook) ? "block" : "continue";
}

/** Returns whether a hook can decide at an event, rather than only receive it. */
export function canDecide(host: string, event: string, { points, native }: Pick<LaunchOptions, "points" | "native">) {
  const point = pointOf(host, event);
  return (point !== undefined && points.includes(point)) || (native?.[host] ?? []).includes(event);
}

function pointOf(host: string, event: string) {
  return HOST_EVENTS[host]?.[event]?.point;
}
