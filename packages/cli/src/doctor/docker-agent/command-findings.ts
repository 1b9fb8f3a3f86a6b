import { DOCKER_AGENT_EVENTS, type DockerAgentEventRules, launcherCommand } from "@agent-hook/sdk/launcher";
import { deadlineMs, modeOf } from "../../host-config/docker-agent-entries.js";
import { list } from "../../words.js";
import { type Finding, type FindingId, finding } from "../findings/catalogue.js";
import type { Entry } from "./configured.js";
import { configured } from "./fix.js";
import type { Facts, Hook } from "./gather.js";

/** What is wrong with how a hook is started. */
export function commandFindings(hook: Hook, facts: Facts): Finding[] {
  return [
    ...missingFindings(hook, facts),
    ...snapshotFindings(hook),
    ...together(hook.entries.flatMap((entry) => entryFindings(entry, hook, facts))),
  ];
}

function missingFindings(hook: Hook, facts: Facts): Finding[] {
  const { command: [program = "", ...args] = [], missing, failure, entries } = hook;
  const launched = entries.find((entry) => entry.launched)?.launched;
  const then = launched?.mode === "block" ? "every call is refused" : "it is never heard";
  const named = { launcher: launched?.launcher, program, hook: args.find((arg) => arg.startsWith("/")) };
  return [
    ...missing.map((what) => {
      const message = `${named[what]} ${what === "program" ? "is no program that can be run" : "does not exist"}: ${then}`;
      const again = what === "launcher" ? configured(facts, hook) : "put it back, or have the entry made again";
      return finding(`${what}-missing`, message, again);
    }),
    ...(failure === undefined
      ? []
      : [finding("describe-failed", `${failure}; so ${then}`, "see why it does not start")]),
  ];
}

function snapshotFindings({ snapshot }: Hook): Finding[] {
  if (snapshot === undefined || snapshot.by.version === snapshot.node) return [];
  const { blob, by, node, bundle } = snapshot;
  const then = bundle
    ? "the launcher starts the bundle beside it, which is slower"
    : "it never starts, and no bundle is beside it";
  return [
    finding(
      "other-node",
      `${blob} was made by Node ${by.version}, and ${node} starts it: ${then}`,
      "build it again: agent-hook build",
    ),
  ];
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

function entryFindings(entry: Entry, hook: Hook, facts: Facts): Found[] {
  const fix = configured(facts, hook);
  return [...eventFound(entry), ...laneFound(entry, facts), ...limitFound(entry, hook), ...modeFound(entry, hook)].map(
    ([id, what, ownFix = fix]) => ({ id, where: entry.where, what, fix: ownFix }),
  );
}

type What = readonly [id: FindingId, what: string, fix?: string];

function eventFound(entry: Entry): What[] {
  const { launched, event, command } = entry;
  if (launched === undefined) return bareFound(entry);
  if (launched.host !== "docker-agent" || launched.event !== event) {
    return [["wrong-event", `the launcher is told ${launched.host} ${launched.event}`]];
  }
  if (launcherCommand(launched) === command.trim()) return [];
  return [["wrong-refusal", "behind the launcher stands not what docker-agent takes for a refusal"]];
}

/** Only where an answer can refuse or withhold does a crash open something. */
function bareFound({ event, command }: Entry): What[] {
  const { refusal }: DockerAgentEventRules = DOCKER_AGENT_EVENTS[event as keyof typeof DOCKER_AGENT_EVENTS];
  const opens = refusal !== undefined || event === "tool_response_transform";
  if (!opens && !command.includes("--host docker-agent")) return [];
  return [
    [
      "bare-command",
      `when "${command}" crashes, docker-agent goes on as if it had agreed`,
      "if it is a hook of this SDK, have it started by the launcher: agent-hook config docker-agent -- COMMAND",
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
  const own = manifest === undefined ? 0 : deadlineMs(event, manifest) / 1000;
  if (own < seconds && seconds < timeout) return [];
  const deadline = manifest === undefined ? "" : `its own deadline is ${own} s, `;
  return [["limits-order", `${deadline}the launcher's limit ${seconds} s, docker-agent's timeout ${timeout} s`]];
}

function modeFound({ event, launched }: Entry, { manifest }: Hook): What[] {
  if (manifest === undefined || launched === undefined) return [];
  const mode = modeOf(event, manifest);
  if (mode === launched.mode) return [];
  const policy = `onFailure "${manifest.onFailure}"${manifest.points.includes("approveTool") ? " and approveTool" : ""}`;
  return [["wrong-mode", `mode ${launched.mode}, and the hook has ${policy}, which is mode ${mode}`]];
}
