import { statSync } from "node:fs";
import { DOCKER_AGENT_EVENTS, type DockerAgentEventRules } from "@agent-hook/sdk/launcher";
import { deadlineMs, modeOf, rules } from "../../host-config/command-hooks/launched.js";
import { list } from "../../words.js";
import { type Finding, type FindingId, finding } from "../findings/catalogue.js";
import type { Entry } from "./entry.js";
import { expectedCommand } from "./expected-command.js";
import { configured } from "./fix.js";
import type { Facts, Hook } from "./gather.js";
import { compilesInGo } from "./matcher.js";

/** What is wrong with the entries of a hook. */
export function entryFindings(hook: Hook, facts: Facts): Finding[] {
  return together(hook.entries.flatMap((entry) => foundAt(entry, hook, facts)));
}

/** Something at an entry. */
interface Found {
  readonly id: FindingId;
  readonly where: string;
  readonly what: string;
  readonly fix: string;
}

const MOST_PLACES = 3;

/** What is the same at several entries is said once. */
function together(found: readonly Found[]): Finding[] {
  const keyOf = ({ id, what, fix }: Found) => JSON.stringify([id, what, fix]);
  return [...new Set(found.map(keyOf))].map((key) => {
    const same = found.filter((one) => keyOf(one) === key);
    const [{ id, what, fix }] = same as [Found];
    const places = same.map(({ where }) => where);
    const more = places.length - MOST_PLACES;
    const shown = more > 1 ? [...places.slice(0, MOST_PLACES), `${more} more places`] : places;
    return finding(id, `${list(shown)}: ${what}`, fix);
  });
}

function foundAt(entry: Entry, hook: Hook, facts: Facts): Found[] {
  const fix = configured(facts, hook);
  return [
    ...folderFound(entry),
    ...matcherFound(entry),
    ...eventFound(entry, hook, fix),
    ...laneFound(entry, facts),
    ...limitFound(entry, hook),
    ...modeFound(entry, hook),
  ].map(([id, what, ownFix = fix]) => ({ id, where: entry.where, what, fix: ownFix }));
}

type What = readonly [id: FindingId, what: string, fix?: string];

/** What is relative, or filled in by docker-agent, depends on where that runs. */
function folderFound({ workingDir }: Entry): What[] {
  if (workingDir === undefined || !workingDir.startsWith("/") || workingDir.includes("$")) return [];
  if (statSync(workingDir, { throwIfNoEntry: false })?.isDirectory()) return [];
  const what = `its working_dir ${workingDir} is no folder, so nothing is started and a tool may run unasked`;
  return [["working-dir-missing", what, "make the folder, or take working_dir out"]];
}

function matcherFound({ matcher }: Entry): What[] {
  if (compilesInGo(matcher) !== "no") return [];
  const what = `docker-agent never calls it: the matcher "${matcher}" is a bad regular expression (of Go: RE2)`;
  return [["bad-matcher", what, 'correct the matcher; "*" is every tool']];
}

function eventFound(entry: Entry, { bare }: Hook, again: string): What[] {
  const { launched, event, command } = entry;
  if (launched === undefined) return bare.includes(entry) ? bareFound(entry) : [];
  if (launched.host !== "docker-agent" || launched.event !== event) {
    return [["wrong-event", `the launcher is told ${launched.host} ${launched.event}`]];
  }
  const expected = expectedCommand(launched);
  if ("fault" in expected) return [["unsafe-command", expected.fault, `in the hook's folder: ${again}`]];
  if (expected.text === command.trim()) return [];
  return [["wrong-refusal", "behind the launcher stands not what docker-agent takes for a refusal"]];
}

/** Only where an answer can refuse or withhold does a crash open something. */
function bareFound({ event, command }: Entry): What[] {
  const { refusal }: DockerAgentEventRules = DOCKER_AGENT_EVENTS[event as keyof typeof DOCKER_AGENT_EVENTS];
  const opens = refusal !== undefined || event === "tool_response_transform";
  if (!opens) return [];
  return [
    [
      "bare-command",
      `when "${command}" crashes, docker-agent goes on as if it had agreed`,
      "have it started by the launcher: agent-hook config docker-agent -- COMMAND",
    ],
  ];
}

function laneFound({ event, preempts, launched, host }: Entry, facts: Facts): What[] {
  if (launched === undefined) return [];
  if (host === undefined) return [["version-untold", "no --host, so the strictest rules hold"]];
  const { name, lane, version } = host;
  const wrong = name !== "docker-agent" || (event === "pre_tool_use" && (lane === "preempt") !== preempts);
  const told = [name, version === undefined ? "" : `@${version}`, lane === undefined ? "" : `/${lane}`].join("");
  const differs = version !== undefined && facts.version !== undefined && version !== facts.version;
  return [
    ...(wrong ? [["wrong-lane", `preempt_yolo is ${preempts}, and the hook is told ${told}`] as const] : []),
    ...(differs ? [["version-differs", `it is told ${version}, not ${facts.version}`] as const] : []),
  ];
}

function limitFound({ event, timeout, launched }: Entry, { manifest }: Hook): What[] {
  if (launched === undefined) return [];
  const { seconds } = launched;
  const own = manifest === undefined ? 0 : deadlineMs("docker-agent", event, manifest) / 1000;
  if (own < seconds && seconds < timeout) return [];
  const deadline = manifest === undefined ? "" : `its own deadline is ${own} s, `;
  return [["limits-order", `${deadline}the launcher's limit ${seconds} s, docker-agent's timeout ${timeout} s`]];
}

function modeFound({ event, launched }: Entry, { manifest }: Hook): What[] {
  if (manifest === undefined || launched === undefined) return [];
  const mode = modeOf("docker-agent", event, manifest);
  if (mode === launched.mode) return [];
  return [["wrong-mode", `mode ${launched.mode}, and the hook ${why(event, manifest)}, which is mode ${mode}`]];
}

function why(event: string, { onFailure, points, native }: NonNullable<Hook["manifest"]>): string {
  if (onFailure === "block" && !rules("docker-agent", event, native)) return `is only told of ${event}`;
  const approves = event === "pre_tool_use" && points.includes("approveTool");
  return `has onFailure "${onFailure}"${approves ? " and approveTool" : ""}`;
}
