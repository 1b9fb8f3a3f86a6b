import { list } from "../../words.js";
import { type Finding, finding } from "../findings/catalogue.js";
import { beforeTool } from "../launched/launching-host.js";
import { trustFindings, trustFound } from "./codex-trust.js";
import { brokenFindings } from "./files.js";
import type { Facts, Hook } from "./gather.js";

/** What is found of an agent's files as a whole. */
export function fileFindings(facts: Facts): Finding[] {
  const { agent, files, faults, hooks, machine, trust } = facts;
  return [
    ...brokenFindings(agent, files),
    ...emptyFindings(facts),
    ...servedFindings(facts),
    ...faults.map(({ id, what }) => finding(id, what, "correct it, or take it out")),
    ...agent.skipped(
      files,
      machine,
      hooks.map(({ name }) => name),
    ),
    ...trustFindings(trust),
    ...unseenFindings(facts),
  ];
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
    const what = `at ${list([...new Set(events)])} ${agent.title} asks the MCP server "${name}", which is not started here`;
    return finding("asks-server", what, `see that it is connected: /mcp in ${agent.title}`);
  });
  const found = served.flatMap((entry) => {
    const others = entry.file.scope === "project" ? [] : (agent.serverFound?.(entry.server, machine) ?? []);
    const all = [...trustFound(entry, trust), ...others];
    return all.map(([id, what, fix = ""]) => finding(id, `${entry.where}: ${what}`, fix));
  });
  return [...asked, ...found];
}

/** An answer of others counts, too. */
function unseenFindings({ agent, hooks }: Facts): Finding[] {
  const allowing = (hook: Hook) =>
    hook.command === undefined &&
    hook.bare.length === 0 &&
    hook.entries.some(({ event }) => event === beforeTool(agent) || /^permissionRequest$/i.test(event));
  const others = hooks.filter(allowing).map(({ name }) => name);
  if (others.length === 0) return [];
  const what = `${list(others)}: not looked at; when it crashes ${agent.title} goes on, and an "allow" of it may let a tool run unasked`;
  return [finding("allow-unseen", what, "see what they answer; a deny of another hook outranks it")];
}
