import {
  type HostConfig,
  HostConfigError,
  type Launch,
  type LaunchedAt,
  launcherNotes,
} from "../../host-tools/config-rules.js";
import { type HookSummary, isGuard } from "../../host-tools/hook-summary.js";
import type { PrintedInstall } from "../../host-tools/install.js";
import { printedEvents } from "../../host-tools/printed-entry.js";
import { host } from "./host.js";

/** The arguments of `docker mcp gateway run`. */
export const install: PrintedInstall = {
  kind: "printed",
  language: "json",
  needsLauncher: true,
  versions: host.versions,
  build,
  merge: rejectFile,
  remove: rejectFile,
};

function build(hook: HookSummary, launch: Launch, launchedAt: LaunchedAt): HostConfig {
  const { name } = host;
  const events = printedEvents(host, hook);
  const args = events.flatMap((event) => {
    const { command } = launchedAt(event, `${name}/${event}`);
    return ["--interceptor", `${event}:exec:${command}`];
  });
  return { config: { args }, notes: notesOf(hook, launch, events) };
}

function notesOf(hook: HookSummary, launch: Launch, events: readonly string[]): string[] {
  const { name } = launch;
  return [
    "Add these arguments to the command that starts the gateway: docker mcp gateway run. In a shell, quote each of them.",
    ...(events.includes("before")
      ? [
          "Use the transport stdio: over HTTP, the gateway cannot write a call for an interceptor, and every call fails.",
        ]
      : []),
    ...(isGuard(hook) && events.includes("before")
      ? [
          `While "${name}" is dead or hangs, the gateway denies every tool call.`,
          'The gateway\'s own tools "mcp-exec" and "code-mode" call other tools, and no hook receives those calls: deny them, or run "docker mcp feature disable dynamic-tools".',
        ]
      : []),
    ...(hook.toolFilters?.afterTool?.names === undefined
      ? []
      : [`After a call, the gateway does not name the tool: "${name}" ignores the tools that its filter names.`]),
    ...launcherNotes(launch),
  ];
}

function rejectFile(): never {
  throw new HostConfigError(`${host.title} has no config file for interceptors: add the arguments to its command`);
}
