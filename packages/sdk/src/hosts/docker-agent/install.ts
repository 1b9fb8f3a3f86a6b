import {
  assertStartable,
  type HostConfig,
  HostConfigError,
  type Launch,
  type LaunchedAt,
  launcherNotes,
} from "../../host-tools/config-rules.js";
import type { JsonObject } from "../../host-tools/config-schema.js";
import { type HookSummary, servesMcp } from "../../host-tools/hook-summary.js";
import type { AgentsInstall } from "../../host-tools/install.js";
import { hookServer } from "../../host-tools/mcp-server.js";
import { filterNotes, matcherAt } from "../../host-tools/needed-calls.js";
import { joinList } from "../../host-tools/words.js";
import { isBefore } from "../../text/index.js";
import { host } from "./host.js";
import { FINDINGS } from "./install/catalogue.js";
import { hooksIn } from "./install/entries.js";
import { entryFindings } from "./install/entry-findings.js";
import {
  type ChosenEvents,
  eventsOf,
  isEnforceable,
  looksAtResults,
  losesLargeResults,
  MATCHED,
  mayChangeArguments,
  mayDenyTools,
  preempts,
  rulesOf,
  VERSIONS,
} from "./install/events.js";
import { fileFindings } from "./install/file-findings.js";
import { hookFindings } from "./install/guard-findings.js";
import { mergeIntoDockerAgent, removeFromDockerAgent } from "./install/merge.js";
import { placeNotes } from "./install/places.js";
import { MATCHERS } from "./tool-kinds.js";

/** docker-agent's YAML: an agent's file, the user's config or a file of `hooks.d`. */
export const install: AgentsInstall = {
  kind: "agents",
  language: "yaml",
  needsLauncher: true,
  exampleFile: "agent.yaml",
  versions: host.versions,
  build,
  merge: mergeIntoDockerAgent,
  remove: removeFromDockerAgent,
  placeNotes,
  matchers: MATCHERS,
  ownFolder,
  fileForHook: (env, name, version = VERSIONS.newest) => {
    const folder = ownFolder(env);
    return folder && !isBefore(version, VERSIONS.hooksFolder) ? `${folder}/hooks.d/${name}.yaml` : undefined;
  },
  contents: '"agents", "settings", or events such as pre_tool_use (a file of hooks.d)',
  read: hooksIn,
  findings: FINDINGS,
  entryFindings,
  hookFindings,
  fileFindings,
  correct: ({ entries }, found) =>
    entries.some((entry) => entry.event === "pre_tool_use" && preempts(entry)) &&
    !found.some((id) => ["unenforced", "wrong-variant", "bad-matcher"].includes(id))
      ? ["is called before --yolo, allow rules and safety modes apply"]
      : [],
};

function ownFolder({ DOCKER_AGENT_CONFIG_DIR, HOME }: NodeJS.ProcessEnv): string | undefined {
  return DOCKER_AGENT_CONFIG_DIR || (HOME && `${HOME}/.config/cagent`);
}

/** Builds a file of `hooks.d` or, for older versions, the `hooks` of an agent. */
function build(hook: HookSummary, launch: Launch, launchedAt: LaunchedAt): HostConfig {
  const { version = VERSIONS.newest } = launch;
  assertStartable(host.name, host.title, hook);
  rejectUntested(version);
  const events = eventsOf(hook, version);
  if (events.handled.length === 0) {
    const nothing = `"${hook.name}" handles no events of docker-agent ${version}`;
    throw new HostConfigError([nothing, ...toolNotes(hook, launch)].join("\n"));
  }
  const entries = Object.fromEntries(
    events.handled.map((event) => [event, entriesOf(event, hook, launch.name, version, launchedAt)]),
  );
  const config: JsonObject = isBefore(version, VERSIONS.hooksFolder) ? { hooks: entries } : entries;
  return { config, notes: notesOf(hook, launch, events, version) };
}

const MATCHING = { name: host.name, title: host.title, matchers: MATCHERS };

/** Returns a hook's entries for an event. */
function entriesOf(
  event: string,
  hook: HookSummary,
  name: string,
  version: string,
  launchedAt: LaunchedAt,
): JsonObject[] {
  const usual = `${host.name}@${version}`;
  const entry = (hostFlag: string) => {
    const { command, timeout } = launchedAt(event, hostFlag);
    return { name, type: "command", command, timeout };
  };
  if (!MATCHED.includes(event)) return [entry(usual)];
  const matcher = matcherAt(MATCHING, event, rulesOf(event), hook) ?? "*";
  const matched = (hostFlag: string, more: JsonObject = {}) => ({ matcher, ...more, hooks: [entry(hostFlag)] });
  if (event !== "pre_tool_use" || !isEnforceable(version)) return [matched(usual)];
  return [
    matched(`${usual}/preempt`, { preempt_yolo: true }),
    // Only the changes to arguments from this entry take effect.
    ...(mayChangeArguments(hook) ? [matched(usual)] : []),
  ];
}

function rejectUntested(version: string): void {
  if (isBefore(version, VERSIONS.oldest)) {
    throw new HostConfigError(`docker-agent ${version} is untested: expected ${VERSIONS.oldest} or later`);
  }
}

function notesOf(hook: HookSummary, launch: Launch, events: ChosenEvents, version: string): string[] {
  const { name } = launch;
  const { newer, hanging } = events;
  return [
    ...(hook.onFailure === "block" && events.handled.includes("pre_tool_use")
      ? [`While "${name}" is dead or hangs, docker-agent denies every tool call that the hook receives.`]
      : []),
    ...filterNotes(
      MATCHING,
      events.handled.map((event) => [event, rulesOf(event)] as const),
      hook,
      name,
    ),
    ...(mayDenyTools(hook) && !isEnforceable(version)
      ? [
          `Not enforceable: docker-agent ${version} does not call "${name}" under --yolo, allow rules or in background agents; ${VERSIONS.preempt} and later do.`,
        ]
      : []),
    ...(losesLargeResults(hook, version)
      ? [
          `docker-agent keeps its own excerpt of results above 50 KiB or 2000 lines, even if "${name}" changes them: also remove secrets in beforeLlm.`,
        ]
      : []),
    ...(looksAtResults(hook, version)
      ? [`A shell waits for "${name}" at each piece of output, and fails after 0.25 s: build the hook.`]
      : []),
    ...(newer.length > 0 ? [`Omitted, since docker-agent ${version} does not support it: ${joinList(newer)}.`] : []),
    ...(hanging.length > 0
      ? [`Warning: with a hook at ${joinList(hanging)}, headless runs of docker-agent may hang forever.`]
      : []),
    ...toolNotes(hook, launch),
    ...launcherNotes(launch),
    ...(launch.version === undefined
      ? [`docker-agent does not report its version; this is for ${version}. For an older one: docker-agent@v1.58.0`]
      : []),
  ];
}

function toolNotes(hook: HookSummary, launch: Launch): string[] {
  const { name } = launch;
  if (hook.tools.length === 0) return [];
  if (!servesMcp(hook))
    return [`docker-agent gets no tools from hooks, and "${name}" was built with an SDK that does not serve MCP.`];
  const toolset = { type: "mcp", ...hookServer(launch) };
  return [`docker-agent gets the tools of "${name}" over MCP; add to the agent's toolsets: ${JSON.stringify(toolset)}`];
}
