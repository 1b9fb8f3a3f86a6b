import { type HostConfig, type Launch, type LaunchedAt, launcherNotes } from "../../host-tools/config-rules.js";
import type { HookSummary } from "../../host-tools/hook-summary.js";
import type { PrintedInstall } from "../../host-tools/install.js";
import { printedEvents, rejectFileOf } from "../../host-tools/printed-entry.js";
import { host } from "./host.js";

/** The `hooks/hooks.json` of a plugin. */
export const install: PrintedInstall = {
  kind: "printed",
  isRead: true,
  language: "json",
  needsLauncher: true,
  versions: host.versions,
  build,
  merge: () => rejectFileOf(host),
  remove: () => rejectFileOf(host),
};

function build(hook: HookSummary, launch: Launch, launchedAt: LaunchedAt): HostConfig {
  const { name } = host;
  const events = printedEvents(host, hook);
  const hooks = Object.fromEntries(
    events.map((event) => {
      const { command, timeout, mode } = launchedAt(event, name);
      // Goose reads `on_failure` only before a tool.
      const onFailure = mode === "block" && event === "PreToolUse" ? { on_failure: "block" } : {};
      return [event, [{ hooks: [{ type: "command", command, timeout, ...onFailure }] }]];
    }),
  );
  return { config: { hooks }, notes: notesOf(launch) };
}

function notesOf(launch: Launch): string[] {
  const { name } = launch;
  return [
    `Read, not run: this entry follows the manual and source code of ${host.title} ${host.versions.example}. Check that a denial holds before you rely on it.`,
    `Save it as ~/.agents/plugins/${name}/hooks/hooks.json, with {"name":"${name}","version":"1.0.0"} in ~/.agents/plugins/${name}/plugin.json.`,
    ...launcherNotes(launch),
  ];
}
