import { isBefore, type JsonObject, parseVersion } from "@agent-hook/protocol";
import { titleOf } from "@agent-hook/sdk/hosts";
import { list } from "../words.js";
import { assertCommand, assertKnown, launcherNotes } from "./command-hooks/launched.js";
import { entriesOf } from "./docker-agent-entries.js";
import {
  type ChosenEvents,
  eventsOf,
  looksAtResults,
  losesLargeResults,
  mayRefuseTools,
} from "./docker-agent-events.js";
import { mergeIntoDockerAgent, removeFromDockerAgent } from "./docker-agent-merge.js";
import { placeNotes } from "./docker-agent-places.js";
import { DOCKER_AGENT_VERSIONS, isEnforceable } from "./docker-agent-versions.js";
import { type HookFacts, servesMcp } from "./hook-facts.js";
import { type HostConfig, HostConfigError, type HostFormat, type Launch } from "./host-format.js";
import { hookServer } from "./mcp.js";

/** docker-agent's YAML: an agent's file, the user's config or a file of `hooks.d`. */
export const dockerAgent: HostFormat = {
  name: "docker-agent",
  title: titleOf("docker-agent"),
  language: "yaml",
  needsLauncher: true,
  parseVersion,
  exampleVersion: DOCKER_AGENT_VERSIONS.newest,
  demandCommand: (launch) => assertCommand("docker-agent", launch),
  build,
  merge: mergeIntoDockerAgent,
  remove: removeFromDockerAgent,
  placeNotes,
};

/** Builds a file of `hooks.d` or, for older versions, the `hooks` of an agent. */
function build(hook: HookFacts, launch: Launch): HostConfig {
  const { version = DOCKER_AGENT_VERSIONS.newest } = launch;
  assertKnown("docker-agent", "docker-agent", hook);
  refuseUntried(version);
  const events = eventsOf(hook, version);
  if (events.handled.length === 0) {
    const nothing = `"${hook.name}" handles no events of docker-agent ${version}`;
    throw new HostConfigError([nothing, ...toolNotes(hook, launch)].join("\n"));
  }
  const entries = Object.fromEntries(events.handled.map((event) => [event, entriesOf(event, hook, launch, version)]));
  const config: JsonObject = isBefore(version, DOCKER_AGENT_VERSIONS.hooksFolder) ? { hooks: entries } : entries;
  return { config, notes: notesOf(hook, launch, events, version) };
}

function refuseUntried(version: string): void {
  if (isBefore(version, DOCKER_AGENT_VERSIONS.oldest)) {
    throw new HostConfigError(`docker-agent ${version} is untested: expected ${DOCKER_AGENT_VERSIONS.oldest} or later`);
  }
}

function notesOf(hook: HookFacts, launch: Launch, events: ChosenEvents, version: string): string[] {
  const { name } = launch;
  const { newer, hanging } = events;
  return [
    ...(hook.onFailure === "block" && events.handled.includes("pre_tool_use")
      ? [`While "${name}" is dead or hangs, docker-agent denies every tool call that the hook receives.`]
      : []),
    ...(mayRefuseTools(hook) && !isEnforceable(version)
      ? [
          `Not enforceable: docker-agent ${version} does not call "${name}" under --yolo, allow rules or in background agents; ${DOCKER_AGENT_VERSIONS.preempt} and later do.`,
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
    ...(newer.length > 0 ? [`Omitted, since docker-agent ${version} does not support it: ${list(newer)}.`] : []),
    ...(hanging.length > 0
      ? [`Warning: with a hook at ${list(hanging)}, headless runs of docker-agent may hang forever.`]
      : []),
    ...toolNotes(hook, launch),
    ...launcherNotes(launch),
    ...(launch.version === undefined
      ? [`docker-agent does not report its version; this is for ${version}. For an older one: docker-agent@v1.58.0`]
      : []),
  ];
}

function toolNotes(hook: HookFacts, launch: Launch): string[] {
  const { name } = launch;
  if (hook.tools.length === 0) return [];
  if (!servesMcp(hook)) return [`docker-agent gets no tools from hooks, and the SDK of "${name}" does not serve MCP.`];
  const toolset = { type: "mcp", ...hookServer(launch) };
  return [`docker-agent gets the tools of "${name}" over MCP; add to the agent's toolsets: ${JSON.stringify(toolset)}`];
}
