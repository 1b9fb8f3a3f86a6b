import { isBefore, type JsonObject, parseVersion } from "@agent-hook/protocol";
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
    const nothing = `"${hook.name}" handles nothing that docker-agent ${version} asks or tells`;
    throw new HostConfigError([nothing, ...toolNotes(hook, launch)].join("\n"));
  }
  const entries = Object.fromEntries(events.handled.map((event) => [event, entriesOf(event, hook, launch, version)]));
  const config: JsonObject = isBefore(version, DOCKER_AGENT_VERSIONS.hooksFolder) ? { hooks: entries } : entries;
  return { config, notes: notesOf(hook, launch, events, version) };
}

function refuseUntried(version: string): void {
  if (isBefore(version, DOCKER_AGENT_VERSIONS.oldest)) {
    throw new HostConfigError(
      `docker-agent ${version} was not tried: expected ${DOCKER_AGENT_VERSIONS.oldest} or later`,
    );
  }
}

function notesOf(hook: HookFacts, launch: Launch, events: ChosenEvents, version: string): string[] {
  const { name } = launch;
  const { newer, hanging } = events;
  return [
    ...(hook.onFailure === "block" && events.handled.includes("pre_tool_use")
      ? [`While "${name}" is dead or hangs, docker-agent refuses every tool call that it is asked about.`]
      : []),
    ...(mayRefuseTools(hook) && !isEnforceable(version)
      ? [
          `Not enforceable: under --yolo, an allow rule or in a background agent docker-agent ${version} does not ask "${name}" about a tool call; ${DOCKER_AGENT_VERSIONS.preempt} and later does.`,
        ]
      : []),
    ...(losesLargeResults(hook, version)
      ? [
          `Of a result above 50 KiB or 2000 lines docker-agent keeps its own excerpt, whatever "${name}" makes of it: take secrets out in beforeLlm, too.`,
        ]
      : []),
    ...(looksAtResults(hook, version)
      ? [`A shell waits for "${name}" at each piece of output, above 0.25 s its result is an error: build the hook.`]
      : []),
    ...(newer.length > 0 ? [`Left out, since docker-agent ${version} does not know it: ${list(newer)}.`] : []),
    ...(hanging.length > 0
      ? [`Warning: with a hook at ${list(hanging)} headless runs of docker-agent may hang for ever.`]
      : []),
    ...toolNotes(hook, launch),
    ...launcherNotes(launch),
    ...(launch.version === undefined
      ? [`docker-agent does not tell its version; this is for ${version}. For an older one: docker-agent@v1.58.0`]
      : []),
  ];
}

function toolNotes(hook: HookFacts, launch: Launch): string[] {
  const { name } = launch;
  if (hook.tools.length === 0) return [];
  if (!servesMcp(hook))
    return [`docker-agent takes no tools from a hook, and the SDK of "${name}" does not serve MCP.`];
  const toolset = { type: "mcp", ...hookServer(launch) };
  return [
    `docker-agent takes the tools of "${name}" over MCP; add to the agent's toolsets: ${JSON.stringify(toolset)}`,
  ];
}
