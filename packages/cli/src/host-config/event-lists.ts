import {
  assertStartable,
  filterNotes,
  type HookSummary,
  type HostConfig,
  HostConfigError,
  hookServer,
  type Launch,
  launcherNotes,
  matcherAt,
  servesMcp,
  skippedEntries,
  whyUnreadable,
  withLists,
} from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { whyNoVersion } from "../config/installed-version.js";
import { formatList } from "../format-list.js";
import { policyFileOf } from "../policy/policy-command.js";
import type { HostFormat } from "./host-format.js";
import { type CommandHookHost, entrySettings, eventsForHook, hostHasEvent } from "./installs.js";
import { launchedAt } from "./launched.js";
import { assertMcpToolEvents, mcpToolEntry, mcpToolNotes, serverNotes } from "./mcp-tool.js";
import { mergeHooks, namesOf, removeHooks, sharedEvents } from "./merge-event-lists.js";
import { uncalledPoints } from "./uncalled-points.js";

/** Returns the format of a host that has a list of entries for each event. */
export function eventLists(host: CommandHookHost): HostFormat {
  const { name, title, rejectsJson, places, initialFields, frame, toml, scripts, activationNote } = host;
  return {
    name,
    title,
    language: "json",
    needsLauncher: true,
    ...(host.mcpTool === undefined ? {} : { callsMcpServers: true }),
    rejectsJson,
    places,
    ...(initialFields === undefined ? {} : { initialFields }),
    ...(frame === undefined ? {} : { frame }),
    ...(toml === undefined ? {} : { toml }),
    ...(scripts === undefined ? {} : { scripts }),
    build: (hook, launch) => build(host, hook, launch),
    merge: (file, hookConfig, entry) => assertReadable(host, mergeHooks(host, file, hookConfig, entry)),
    placeNotes: (file) => skippedNotes(host, file ?? {}),
    remove: (file, entry) => removeHooks(host, file, entry),
    removalNotes: (file, entry) => removalNotes(host, file, entry),
    namesOf: (file) => namesOf(host, file),
    ...(activationNote === undefined ? {} : { inactive: activationNote }),
  };
}

function build(host: CommandHookHost, hook: HookSummary, launch: Launch): HostConfig {
  const { name, title, initialFields = {} } = host;
  assertStartable(name, title, hook);
  const handled = eventsForHook(name, hook, Object.keys(host.optInEvents));
  const events = handled.filter((event) => hostHasEvent(name, event, launch.installed));
  const mcpToolEvents = launch.mcpTool ? assertMcpToolEvents(host, events, hook, launch) : [];
  const tools = toolsOf(host, hook, launch);
  const hooks = Object.fromEntries(events.map((event) => [event, [itemOf(host, event, hook, launch, mcpToolEvents)]]));
  const config = { ...(events.length === 0 ? {} : withLists(host, hooks)), ...tools.config };
  if (Object.keys(config).length === 0) {
    throw new HostConfigError(`"${hook.name}" handles no events of ${title}`, { notes: tools.notes });
  }
  const started = events.filter((event) => !mcpToolEvents.includes(event));
  const notes = [
    ...notesOf(host, hook, launch, events),
    ...handled.filter((event) => !events.includes(event)).map((event) => newerEventNote(host, event, launch)),
    ...filterNotes(
      host,
      started.map((event) => [event, HOST_EVENTS[name]?.[event] ?? {}] as const),
      hook,
      launch.name,
    ),
    ...tools.notes,
    ...mcpToolNotes(host, events, mcpToolEvents, hook),
  ];
  return { config: { ...initialFields, ...config }, notes };
}

/** Throws `HostConfigError` if the host would ignore the file: its hooks would guard nothing. */
function assertReadable({ configSchema, title }: CommandHookHost, file: JsonObject): JsonObject {
  const why = whyUnreadable(configSchema, file);
  if (why === undefined) return file;
  throw new HostConfigError(`${why}; ${title} ignores all hooks of such a file: fix that first, or name another file`);
}

function skippedNotes({ configSchema, title }: CommandHookHost, file: JsonObject): string[] {
  return skippedEntries(configSchema, file).map((what) => `Warning: ${what}; ${title} skips it.`);
}

function removalNotes(host: CommandHookHost, file: JsonObject, name: string): string[] {
  const events = host.isPositional ? sharedEvents(host, file, name) : [];
  if (events.length === 0) return [];
  return [
    `${host.title} trusts a hook by its position: hooks after "${name}" in its group at ${formatList(events)} must be trusted again.`,
  ];
}

function itemOf(
  host: CommandHookHost,
  event: string,
  hook: HookSummary,
  launch: Launch,
  mcpToolEvents: readonly string[],
): JsonObject {
  const { name, keys, grouped } = host;
  const launched = launchedAt(name, event, hook, launch, entrySettings(host, event));
  const { type, ...rest } = host.otherFields(launched);
  const what = mcpToolEvents.includes(event)
    ? mcpToolEntry(name, event, launch.name)
    : { ...(type === undefined ? {} : { type }), [keys.command]: launched.command };
  const entry = { [keys.name]: launch.name, ...what, ...rest };
  // A matcher avoids starting processes, but a server runs anyway.
  const matcher = mcpToolEvents.includes(event)
    ? undefined
    : matcherAt(host, event, HOST_EVENTS[name]?.[event] ?? {}, hook);
  const selects = matcher === undefined ? {} : { matcher };
  return grouped ? { ...selects, hooks: [entry] } : { ...entry, ...selects };
}

function newerEventNote({ name, title, program, shellLines }: CommandHookHost, event: string, launch: Launch): string {
  const { since } = HOST_EVENTS[name]?.[event] ?? {};
  const what = event === shellLines?.event ? `the lines ${shellLines.form} of skills and commands` : event;
  const now =
    launch.installed === undefined
      ? `${whyNoVersion(program)}, so its version is not known`
      : `${title} ${launch.installed} does not`;
  return `Warning: from ${since}, ${title} asks "${launch.name}" about ${what}; ${now}: update ${title}, and run this again.`;
}

function toolsOf(host: CommandHookHost, hook: HookSummary, launch: Launch) {
  if (launch.mcpTool) return { config: {}, notes: serverNotes(host, launch) };
  if (hook.tools.length === 0) return { config: {}, notes: [] };
  if (!servesMcp(hook)) {
    return {
      config: {},
      notes: [
        `${host.title} gets no tools from hooks, and "${launch.name}" was built with an SDK that does not serve MCP.`,
      ],
    };
  }
  const { project } = launch;
  // A server in the project's file starts in the project's folder. A note is for the user's own config.
  const own = host.tools(launch.name, hookServer(launch));
  const tools = project && "config" in own ? host.tools(launch.name, hookServer(project)) : own;
  return "config" in tools ? { config: tools.config, notes: [] } : { config: {}, notes: [tools.note] };
}

function notesOf(host: CommandHookHost, hook: HookSummary, launch: Launch, events: readonly string[]): string[] {
  const { name, title, optInEvents } = host;
  // Whoever uses a ready-made hook did not choose its points.
  const calledByMod = (launch.mod && host.mod?.pointsOf(hook)) || [];
  const uncalled =
    policyFileOf(launch.command) === undefined
      ? uncalledPoints(name, hook).filter((point) => !calledByMod.includes(point))
      : [];
  const asksTools = events.some((event) => HOST_EVENTS[name]?.[event]?.point === "beforeTool");
  return [
    ...(asksTools && (hook.onFailure === "block" || hook.points.includes("approveTool"))
      ? [`While "${launch.name}" is dead or hangs, ${title} denies every tool call that the hook receives.`]
      : []),
    ...(hook.onFailure === "block" && hook.points.includes("onPrompt")
      ? [`While "${launch.name}" is dead or hangs, ${title} denies every prompt.`]
      : []),
    ...(uncalled.length > 0
      ? [`${title} never calls "${launch.name}" for ${formatList(uncalled)}, because it has no such event.`]
      : []),
    ...Object.entries(optInEvents).flatMap(([event, why]) =>
      events.includes(event) ? [`Warning: ${event}: ${why}.`] : [],
    ),
    ...launcherNotes(launch),
  ];
}
