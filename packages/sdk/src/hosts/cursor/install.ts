import {
  assertStartable,
  type HostConfig,
  HostConfigError,
  type Launch,
  type LaunchedAt,
  launcherNotes,
  rejectFileOf,
} from "../../host-tools/config-rules.js";
import { type HookSummary, handledEvents } from "../../host-tools/hook-summary.js";
import type { PrintedInstall } from "../../host-tools/install.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import { host } from "./host.js";

/** `.cursor/hooks.json` of a project or of the user. */
export const install: PrintedInstall = {
  kind: "printed",
  isRead: true,
  language: "json",
  needsLauncher: true,
  versions: host.versions,
  build,
  merge: () => rejectFileOf(host.title),
  remove: () => rejectFileOf(host.title),
};

function build(hook: HookSummary, launch: Launch, launchedAt: LaunchedAt): HostConfig {
  const { name, title } = host;
  assertStartable(name, title, hook);
  const events = handledEvents(name, EVENTS, hook, []);
  if (events.length === 0) throw new HostConfigError(`"${hook.name}" handles no events of ${title}`);
  const hooks = Object.fromEntries(
    events.map((event) => {
      const { command, timeout, mode } = launchedAt(event, name);
      if (command.includes("//")) throw new HostConfigError(NO_COMMENTS);
      return [event, [{ command, timeout, ...(mode === "block" && isAsked(event) ? { failClosed: true } : {}) }]];
    }),
  );
  return { config: { version: 1, hooks }, notes: notesOf(launch) };
}

const NO_COMMENTS = `${host.title} reads "//" in its file as the start of a comment: remove it from the command`;

/** Whether Cursor asks for permission at an event. With `failClosed`, it denies if the hook prints nothing. */
function isAsked(event: string): boolean {
  const { point, denial }: EventRules = EVENTS[event as EventName];
  return point === "beforeTool" && denial === "permission";
}

function notesOf(launch: Launch): string[] {
  return [
    `Read, not run: this entry follows the manual of ${host.title} and what others saw of ${host.versions.example}. Try whether a denial holds before you rely on it.`,
    "Save it as .cursor/hooks.json in a project or in your home folder. A version that does not know one of the events ignores the whole file.",
    ...launcherNotes(launch),
  ];
}
