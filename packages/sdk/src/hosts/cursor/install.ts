import {
  type HostConfig,
  HostConfigError,
  type Launch,
  type LaunchedAt,
  launcherNotes,
} from "../../host-tools/config-rules.js";
import type { HookSummary } from "../../host-tools/hook-summary.js";
import type { PrintedInstall } from "../../host-tools/install.js";
import { printedEvents, rejectFileOf } from "../../host-tools/printed-entry.js";
import { asksPermission } from "./events.js";
import { host } from "./host.js";

/** `.cursor/hooks.json` of a project or of the user. */
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
      if (command.includes("//")) throw new HostConfigError(NO_COMMENTS);
      return [
        event,
        [{ command, timeout, ...(mode === "block" && asksPermission(event) ? { failClosed: true } : {}) }],
      ];
    }),
  );
  return { config: { version: 1, hooks }, notes: notesOf(launch) };
}

const NO_COMMENTS = `${host.title} reads "//" in its file as the start of a comment: remove it from the command`;

function notesOf(launch: Launch): string[] {
  return [
    `Read, not run: this entry follows the manual of ${host.title} and what others saw of ${host.versions.example}. Try whether a denial holds before you rely on it.`,
    "Save it as .cursor/hooks.json in a project or in your home folder. A version that does not know one of the events ignores the whole file.",
    ...launcherNotes(launch),
  ];
}
