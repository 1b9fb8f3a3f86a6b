import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ShellLines } from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { whyNoVersion } from "../../config/installed-version.js";
import { readHead } from "../../files/regular-file.js";
import { formatList } from "../../format-list.js";
import { eventsForHook, hostHasEvent } from "../../host-config/installs.js";
import { type Finding, finding } from "../findings.js";
import { beforeTool } from "./entry.js";
import type { Facts } from "./gather.js";

const MAX_FILES = 5;
const MAX_BYTES = 2 ** 20;

/** Reports lines of skills and commands that the agent runs in a shell without a hook that judges its shell tool. */
export function shellLineFindings(facts: Facts): Finding[] {
  const { agent, hooks, entries, machine } = facts;
  const { shellLines } = agent;
  const judges = hooks.some(
    ({ manifest }) => manifest && eventsForHook(agent.name, manifest, []).includes(beforeTool(agent)),
  );
  if (shellLines === undefined || !judges) return [];
  if (entries.some(({ event }) => event === shellLines.event)) return oldAgentFindings(facts, shellLines);
  const files = shellLines.folders(machine).flatMap((folder) => filesWithLines(folder, shellLines));
  const [fix, why] = reasonsFor(facts, shellLines);
  if (files.length > 0) {
    const more = files.length - MAX_FILES;
    const shown = more > 0 ? [...files.slice(0, MAX_FILES), `${more} more`] : files;
    return [
      finding("unjudged-lines", `no hook judges the lines ${shellLines.form} of ${formatList(shown)}${why}`, fix),
    ];
  }
  return isOld(facts, shellLines) ? [finding("newer-event", `no hook judges lines ${shellLines.form}${why}`, fix)] : [];
}

/** Returns what to do about lines that no hook judges, and why none does, as the end of a sentence. */
function reasonsFor(facts: Facts, { event = "" }: ShellLines): readonly [fix: string, why: string] {
  const { agent, version } = facts;
  const { since } = HOST_EVENTS[agent.name]?.[event] ?? {};
  const again = `agent-hook config ${agent.name} --write -- COMMAND`;
  if (since === undefined) return ["read these files before you use them", `: ${agent.title} calls no hook for them`];
  if (version === undefined) {
    return [
      `with ${agent.program} on the PATH: ${again}`,
      `: it needs ${agent.title} ${since} or newer, and ${whyNoVersion(agent.program)}`,
    ];
  }
  const isNew = !isOld(facts, { event });
  return isNew
    ? [again, `: the settings have no entry for ${event}`]
    : [`update ${agent.title}, then: ${again}`, `: it needs ${agent.title} ${since}, and ${version} is installed`];
}

/** Returns whether the installed agent is known to lack the event at which hooks judge such lines. */
function isOld({ agent, version }: Facts, { event = "" }: Pick<ShellLines, "event">): boolean {
  return version !== undefined && !hostHasEvent(agent.name, event, version);
}

/** Reports an entry at an event that the installed agent does not have. */
function oldAgentFindings(facts: Facts, shellLines: ShellLines): Finding[] {
  if (!isOld(facts, shellLines)) return [];
  const { title } = facts.agent;
  const what = `${title} ${facts.version} does not know ${shellLines.event}: it warns at its start, and no hook judges lines ${shellLines.form}`;
  return [finding("newer-event", what, `update ${title}`)];
}

function filesWithLines(folder: string, { file, line }: ShellLines): string[] {
  return namesIn(folder)
    .filter((name) => file.test(name))
    .map((name) => join(folder, name))
    .filter((path) => line.test(textOf(path)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readHead(path, MAX_BYTES).toString();
  } catch {
    return "";
  }
}
