import { type EntryFault, hooksOf, listsOf, type ReadFile, skippedEntries } from "@agent-hook/sdk/internal/installs";
import { isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import type { CommandHookHost } from "../../host-config/installs.js";
import { isMcpToolEntry } from "../../host-config/mcp-tool.js";
import { type FileEntry, launchedIn, matcherFault, readEntry } from "./entry.js";

/** An entry that makes the agent call the hook's MCP server instead of a command. */
export interface McpToolEntry {
  readonly server: string;
  readonly raw: JsonObject;
  readonly matcher?: string;
  /** Whether the agent cannot compile the matcher. */
  readonly badMatcher?: true;
  readonly where: string;
  readonly event: string;
  readonly file: ReadFile;
}

/** A valid or invalid entry. */
export type ParsedEntry = FileEntry | McpToolEntry | EntryFault;

/**
 * Returns the hooks of a file that an agent in `folder` reads: those that run a command or call our MCP servers, and the invalid
 * entries.
 */
export function entriesOf(agent: CommandHookHost, file: ReadFile, folder: string): ParsedEntry[] {
  if (file.settingsOnly) return [];
  const faults = skippedEntries(agent.configSchema, file.value).map(
    (what): EntryFault => ({ id: "not-a-hook", what: `${file.path}: ${what}` }),
  );
  const parsed = Object.entries(listsOf(agent, file.value) ?? {}).flatMap(([event, items]) => {
    const place = `${file.path}: ${agent.listsAtTop ? "" : "hooks."}${event}`;
    if (!Array.isArray(items)) return [];
    const parsed = items.flatMap((item, index) => hooksIn(agent, item, `${place}[${index}]`, event, file, folder));
    return [...eventFaults(agent, event, place, parsed), ...parsed];
  });
  return [...faults, ...parsed];
}

function hooksIn(
  agent: CommandHookHost,
  item: unknown,
  where: string,
  event: string,
  file: ReadFile,
  folder: string,
): ParsedEntry[] {
  if (!agent.grouped) return entryOf(agent, item, where, event, file, item, folder);
  const at = (index: number) => `${where}.hooks[${index}]`;
  return hooksOf(item).flatMap((hook, index) => entryOf(agent, hook, at(index), event, file, item, folder));
}

/** Ignores hooks that ask a model, and hooks that call other MCP servers. */
function entryOf(
  { keys, defaultTimeout, defaultType, limit, matchers }: CommandHookHost,
  raw: unknown,
  where: string,
  event: string,
  file: ReadFile,
  group: unknown,
  folder: string,
): ParsedEntry[] {
  if (!isObject(raw)) return [];
  const { type = defaultType, env, [keys.command]: command, [keys.name]: name, [limit.key]: timeout } = raw;
  const matcher = isObject(group) && typeof group.matcher === "string" ? { matcher: group.matcher } : {};
  const place = { raw, ...matcher, where, event, file };
  if (isMcpToolEntry(raw))
    return [{ server: String(raw.server), ...place, ...matcherFault(matcher.matcher, { matchers }) }];
  if (type !== "command") {
    const isOurs = typeof command === "string" && launchedIn(command) !== undefined;
    const actual = type === undefined ? "no type" : `type ${JSON.stringify(type)}`;
    return isOurs ? [{ id: "other-type", what: `${where}: ${actual} instead of "command"` }] : [];
  }
  if (typeof command !== "string" || command.trim() === "") return [];
  return [
    {
      ...place,
      command,
      ...(typeof name === "string" && name !== "" ? { name } : {}),
      timeout: typeof timeout === "number" && timeout > 0 ? timeout / limit.perSecond : defaultTimeout,
      env: Object.fromEntries(Object.entries(isObject(env) ? env : {}).map(([key, value]) => [key, String(value)])),
      ...readEntry({ command, ...matcher }, { matchers }, folder),
    },
  ];
}

/**
 * Reports an unknown event if a hook at it is ours, or if only the case of its name is wrong. Agents may have other
 * events that we do not know.
 */
function eventFaults(
  { name, title }: CommandHookHost,
  event: string,
  place: string,
  parsed: readonly ParsedEntry[],
): EntryFault[] {
  const known = Object.keys(HOST_EVENTS[name] ?? {});
  if (known.includes(event)) return [];
  const similar = known.find((one) => one.toLowerCase() === event.toLowerCase());
  if (similar !== undefined) return [{ id: "unknown-event", what: `${place}: ${title} spells it ${similar}` }];
  const ours = parsed.some((one) => "launched" in one || "server" in one);
  return ours ? [{ id: "unknown-event", what: `${place}: ${title} has no such event` }] : [];
}
