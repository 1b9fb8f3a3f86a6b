import { list } from "../../words.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { Found } from "../launched/entry-findings.js";
import { beforeTool } from "../launched/launching-host.js";
import type { ServedEntry } from "./entry.js";
import { brokenFindings } from "./files.js";
import type { Facts, Hook } from "./gather.js";
import { notAwaitedFound, partialFound } from "./hook-findings.js";
import { serverFound } from "./servers.js";
import { knowsItself, trustFindings, trustFound } from "./trust.js";
import { twiceFindings } from "./twice.js";

/** Returns the findings about an agent's files as a whole. */
export function fileFindings(facts: Facts): Finding[] {
  const { agent, files, faults, trust } = facts;
  return [
    ...brokenFindings(agent, files),
    ...emptyFindings(facts),
    ...servedFindings(facts),
    ...twiceFindings(facts.hooks, agent.title),
    ...faults.map(({ id, what }) => finding(id, what, "correct it, or remove it")),
    ...(knowsItself(trust) ? [] : skippedFindings(facts)),
    ...trustFindings(agent, trust),
    ...unseenFindings(facts),
  ];
}

function skippedFindings({ agent, files, machine, hooks }: Facts): Finding[] {
  const names = hooks.map(({ name }) => name);
  return agent.skipped(files, machine, names).map(([id, what, fix]) => finding(id, what, fix));
}

function emptyFindings({ agent, entries, served, places, files }: Facts): Finding[] {
  if (entries.length + served.length > 0 || files.some(({ fault }) => fault !== undefined)) return [];
  const looked = places.filter(({ settingsOnly }) => !settingsOnly).map(({ path }) => path);
  const where = looked.length === 0 ? "in its folders" : `in ${list(looked)}`;
  const fix = `agent-hook config ${agent.name} --write -- COMMAND`;
  return [finding("nothing-guards", `there is no hook with a command ${where}: nothing is guarded`, fix)];
}

function servedFindings({ agent, served, machine, trust }: Facts): Finding[] {
  const asked = [...new Set(served.map(({ server }) => server))].map((name) => {
    const events = served.filter(({ server }) => server === name).map(({ event }) => event);
    const what = `at ${list([...new Set(events)])}, ${agent.title} calls the MCP server "${name}", which doctor does not start`;
    return finding("asks-server", what, `check that it is connected: /mcp in ${agent.title}`);
  });
  const found = served.flatMap((entry) => {
    const others = entry.file.scope === "project" ? [] : serverFound(agent, entry.server, machine);
    const all = [...trustFound(entry, trust), ...others, ...servedFound(entry, agent)];
    return all.map(([id, what, fix = ""]) => finding(id, `${entry.where}: ${what}`, fix));
  });
  return [...asked, ...found];
}

/** A guard's entry has `onFailure: "block"`. For others, it is unknown whether a failed server should deny. */
function servedFound(entry: ServedEntry, agent: Facts["agent"]): Found[] {
  const guards = entry.raw.onFailure === "block";
  const open = !guards && agent.mcpTool?.closedAt.includes(entry.event);
  return [
    ...(guards ? partialFound(entry, agent) : []),
    ...notAwaitedFound(agent, entry),
    ...(open
      ? [["served-open", 'without "onFailure": "block", a tool runs if the server fails', FOR_A_GUARD] as const]
      : []),
  ];
}

const FOR_A_GUARD =
  "nothing, unless it is a guard: then write its entry again with agent-hook config --mcp-tool --write";

/** Hooks that doctor cannot inspect may also allow calls. */
function unseenFindings({ agent, hooks }: Facts): Finding[] {
  const allowing = (hook: Hook) =>
    hook.command === undefined &&
    hook.bare.length === 0 &&
    hook.entries.some(({ event }) => event === beforeTool(agent) || /^permissionRequest$/i.test(event));
  const others = hooks.filter(allowing).map(({ name }) => name);
  if (others.length === 0) return [];
  const what = `${list(others)}: not inspected; if it crashes, ${agent.title} continues, and its "allow" may let a tool run without asking`;
  return [finding("allow-unseen", what, "check what they answer; a deny of another hook overrides an allow")];
}
