import { existsSync } from "node:fs";
import { join } from "node:path";
import { type EntryFinding, type Machine, objectAt } from "@agent-hook/sdk/internal/installs";
import { CommandError } from "../../command-error.js";
import { readConfigFile } from "../../config/config-file.js";
import { foreignGuards } from "../../config/foreign-guards.js";
import { json } from "../../config/json.js";
import { formatList } from "../../format-list.js";
import type { CommandHookHost } from "../../host-config/installs.js";
import { type Finding, finding, hostFinding } from "../findings.js";
import { beforeTool, type FileEntry } from "./entry.js";
import type { EntryProblem } from "./entry-findings.js";
import type { McpToolEntry } from "./event-list-entries.js";
import { brokenFindings } from "./files.js";
import type { Facts } from "./gather.js";
import type { Hook } from "./hook.js";
import { notAwaitedProblems, partialProblems } from "./hook-findings.js";
import { modFindings } from "./mod-findings.js";
import { notReadHereFindings } from "./not-read-here.js";
import { scriptFindings } from "./script-findings.js";
import { shellLineFindings } from "./shell-line-findings.js";
import { reportsTrust, trustFindings, trustProblems } from "./trust.js";

/** Returns the findings about an agent's files as a whole. */
export function fileFindings(facts: Facts): Finding[] {
  const { agent, files, faults, trust } = facts;
  return [
    ...brokenFindings(agent, files),
    ...noHookFindings(facts),
    ...notReadHereFindings(facts),
    ...foreignGuardFindings(facts),
    ...mcpToolFindings(facts),
    ...modFindings(facts),
    ...duplicateFindings(facts.hooks, agent.title),
    ...faults.map(({ id, what }) => finding(id, what, "correct it, or remove it")),
    ...(reportsTrust(trust) ? [] : skippedFindings(facts)),
    ...trustFindings(agent, trust),
    ...notInspectedFindings(facts),
    ...scriptFindings(facts),
    ...shellLineFindings(facts),
  ];
}

function skippedFindings({ agent, files, machine, hooks }: Facts): Finding[] {
  const names = hooks.map(({ name }) => name);
  return agent.skipped(files, machine, names).map(hostFinding);
}

/** Reports guards for another agent that this agent also runs. */
function foreignGuardFindings({ agent, machine }: Facts): Finding[] {
  const { owner, files = [] } = foreignGuards(agent, machine) ?? {};
  return files.map((path) => {
    const what = `${path}: ${agent.title} also runs the guard for ${owner?.title} there, which denies all calls of ${agent.title}`;
    return finding("wrong-variant", what, `keep ${owner?.title}'s guard in your own config instead of the project's`);
  });
}

function noHookFindings({ agent, entries, mcpToolEntries, hookFiles, files }: Facts): Finding[] {
  if (entries.length + mcpToolEntries.length > 0 || files.some(({ fault }) => fault !== undefined)) return [];
  const searched = hookFiles.filter(({ settingsOnly }) => !settingsOnly).map(({ path }) => path);
  const where = searched.length === 0 ? "in its folders" : `in ${formatList(searched)}`;
  const fix = `agent-hook config ${agent.name} --write -- COMMAND`;
  return [finding("nothing-guards", `there is no hook with a command ${where}: nothing is guarded`, fix)];
}

function mcpToolFindings({ agent, mcpToolEntries, machine, trust }: Facts): Finding[] {
  const serverFindings = [...new Set(mcpToolEntries.map(({ server }) => server))].map((name) => {
    const events = mcpToolEntries.filter(({ server }) => server === name).map(({ event }) => event);
    const what = `at ${formatList([...new Set(events)])}, ${agent.title} calls the MCP server "${name}", which doctor does not start`;
    return finding("uses-mcp-server", what, `check that it is connected: /mcp in ${agent.title}`);
  });
  const problemFindings = mcpToolEntries.flatMap((entry) => {
    const others = entry.file.scope === "project" ? [] : serverProblems(agent, entry.server, machine);
    const all: EntryFinding[] = [...trustProblems(entry, trust), ...others, ...mcpToolProblems(entry, agent)];
    return all.map(([id, what, fix = ""]) => hostFinding([id, `${entry.where}: ${what}`, fix]));
  });
  return [...serverFindings, ...problemFindings];
}

/** A guard's entry has `onFailure: "block"`. For other entries, it is unknown whether a failed server should deny. */
function mcpToolProblems(entry: McpToolEntry, agent: Facts["agent"]): EntryProblem[] {
  const guards = entry.raw.onFailure === "block";
  const isOpen = !guards && agent.mcpTool?.failClosedEvents.includes(entry.event);
  return [
    ...(guards ? partialProblems(entry) : []),
    ...notAwaitedProblems(agent, entry),
    ...(isOpen
      ? [["served-open", 'without "onFailure": "block", a tool runs if the server fails', GUARD_FIX] as const]
      : []),
  ];
}

const GUARD_FIX = "no action needed; if it is a guard, write its entry again with agent-hook config --mcp-tool --write";

/** Reports hooks that doctor cannot inspect, because they may allow calls. */
function notInspectedFindings({ agent, hooks }: Facts): Finding[] {
  const mayAllow = (hook: Hook) =>
    hook.command === undefined &&
    hook.bare.length === 0 &&
    hook.entries.some(({ event }) => event === beforeTool(agent) || /^permissionRequest$/i.test(event));
  const others = hooks.filter(mayAllow).map(({ name }) => name);
  if (others.length === 0) return [];
  const what = `${formatList(others)}: not inspected; if it crashes, ${agent.title} continues, and its "allow" may let a tool run without asking`;
  return [finding("not-inspected", what, "check what they answer; a deny of another hook overrides an allow")];
}

/** Reports a server of the project that the agent calls instead of the user's server of that name. */
function serverProblems({ title, mcpTool }: CommandHookHost, server: string, { folder }: Machine): EntryProblem[] {
  if (mcpTool?.projectServers === undefined) return [];
  const path = join(folder, mcpTool.projectServers);
  if (!hasServer(path, server)) return [];
  const what = `${path} has a server "${server}", which ${title} calls in that folder instead of the user's`;
  return [["other-server", what, "remove it from that file, or rename the hook"]];
}

function hasServer(path: string, server: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return objectAt(readConfigFile(path, json).value, ["mcpServers", server]) !== undefined;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

/** Reports hooks with more than one entry for an event, most often in both the user's and the project's file. */
function duplicateFindings(hooks: readonly Hook<FileEntry>[], title: string): Finding[] {
  const all = hooks.flatMap(({ entries, command }) => entries.map((entry) => ({ entry, key: keyOf(entry, command) })));
  const keys = [...new Set(all.map(({ key }) => key))];
  const groups = keys.map((key) => all.filter((one) => one.key === key).map(({ entry }) => entry));
  const names = new Map<string, FileEntry[]>();
  for (const group of groups.filter(({ length }) => length > 1)) {
    const [first] = group as [FileEntry, ...FileEntry[]];
    const name = first.name ?? first.command;
    names.set(name, [...(names.get(name) ?? []), ...group]);
  }
  return [...names].map(([name, entries]) => {
    const events = [...new Set(entries.map(({ event }) => event))];
    const files = [...new Set(entries.map(({ file }) => file.path))];
    const where = files.length === 1 ? `more than once in ${files[0]}` : `in ${formatList(files)}`;
    const what = `${name} is configured ${where} for ${formatList(events)}: ${title} may start it for each`;
    return finding("configured-twice", what, "no action needed; to run it once, remove all but one");
  });
}

/** Returns a key that two entries share if they start the same program for the same calls. */
function keyOf(
  { event, matcher = "", raw, launched, command: text }: FileEntry,
  command: readonly string[] = [],
): string {
  return JSON.stringify([event, matcher, raw.if ?? "", launched === undefined ? text : command]);
}
