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
import { failsClosed } from "./events.js";
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
  const events = printedEvents(host, hook, NEW_EVENTS);
  const hooks = Object.fromEntries(
    events.map((event) => {
      const { command, timeout, mode } = launchedAt(event, name);
      if (/\/[/*]/.test(command)) throw new HostConfigError(NO_COMMENTS);
      return [event, [{ command, timeout, ...(mode === "block" && failsClosed(event) ? { failClosed: true } : {}) }]];
    }),
  );
  return { config: { version: 1, hooks }, notes: notesOf(launch) };
}

/** A version that does not know an event ignores the whole file, also the guards in it. */
const NEW_EVENTS = ["workspaceOpen"];

const NO_COMMENTS = `${host.title} reads "//" in its file as the start of a comment, and may read "/*" so: remove it from the command`;

function notesOf(launch: Launch): string[] {
  return [
    `Read, not run: this entry follows the manual of ${host.title} and public reports of ${host.versions.example}. Check that a denial holds before you rely on it.`,
    "Save it as .cursor/hooks.json in a project or in your home folder. A version that does not know one of the events ignores the whole file.",
    ...launcherNotes(launch),
  ];
}
