import type { PointName } from "@agent-hook/protocol";
import { isBefore } from "@agent-hook/protocol";
import { DOCKER_AGENT_EVENTS, type DockerAgentEventRules } from "@agent-hook/sdk/launcher";
import { HANGING } from "../../host-config/docker-agent-events.js";
import { lackingSchema } from "../../host-config/docker-agent-places.js";
import { DOCKER_AGENT_VERSIONS } from "../../host-config/docker-agent-versions.js";
import { pointsOf } from "../../host-config/hook-facts.js";
import { list } from "../../words.js";
import { type Finding, finding } from "../findings/catalogue.js";
import { quoted } from "../quoted.js";
import { agentFindings } from "./agent-findings.js";
import type { Facts, Hook } from "./gather.js";

/** Reports problems of the file as a whole. */
export function fileFindings(facts: Facts): Finding[] {
  return [
    ...emptyFindings(facts),
    ...shapeFindings(facts),
    ...schemaFindings(facts),
    ...hangingFindings(facts),
    ...rewriteFindings(facts),
    ...agentFindings(facts),
    ...unseenFindings(facts),
  ];
}

/** docker-agent's built-in hooks do not count: they are not the user's guards. */
function emptyFindings({ file, config: { agents, entries } }: Facts): Finding[] {
  if (entries.length > 0) return [];
  const what = agents.length > 0 ? `nothing guards ${list(agents)}` : "nothing is guarded";
  const fix = `agent-hook config docker-agent --write ${quoted(file)} -- COMMAND`;
  return [finding("nothing-guards", `there is no hook with a command: ${what}`, fix)];
}

const SKIPS = {
  agents: "docker-agent does not start",
  settings: "docker-agent silently drops it",
  "hooks.d": "docker-agent skips the whole file, and tools run unguarded",
} as const;

function shapeFindings({ config, version = DOCKER_AGENT_VERSIONS.newest }: Facts): Finding[] {
  const newer = [...new Set(config.entries.map(({ event }) => event))].filter((event) => isNewer(event, version));
  const then = SKIPS[config.kind];
  return [
    ...config.faults
      .filter(({ before }) => before === undefined || isBefore(version, before))
      .map(({ id, what }) =>
        finding(id, `${what}: ${id === "other-type" ? "the hook never starts" : then}`, "correct it, or remove it"),
      ),
    ...newer.map((event) =>
      finding("unknown-event", `docker-agent ${version} does not support ${event}: ${then}`, `remove ${event}`),
    ),
  ];
}

function isNewer(event: string, version: string): boolean {
  const { since }: DockerAgentEventRules = DOCKER_AGENT_EVENTS[event as keyof typeof DOCKER_AGENT_EVENTS];
  return since !== undefined && isBefore(version, since);
}

function schemaFindings({ config }: Facts): Finding[] {
  if (config.kind !== "agents" || config.entries.length === 0) return [];
  const lacking = lackingSchema(
    config.value,
    config.entries.map(({ event }) => event),
    config.entries.some(({ preempts }) => preempts),
  );
  if (lacking === undefined) return [];
  return [finding("old-schema", `${lacking.what}: docker-agent does not start`, lacking.fix)];
}

function hangingFindings({ config }: Facts): Finding[] {
  return HANGING.flatMap((event) => {
    const places = config.entries.filter((entry) => entry.event === event).map(({ where }) => where);
    if (places.length === 0) return [];
    return [
      finding(
        "hangs-headless",
        `${list(places)}: headless runs may hang forever, whatever the hook does`,
        `remove ${event} where docker-agent runs headless`,
      ),
    ];
  });
}

const REWRITES: readonly [point: PointName, event: string, id: "rewrites-collide" | "rewrites-merge"][] = [
  ["beforeLlm", "before_llm_call", "rewrites-collide"],
  ["afterTool", "tool_response_transform", "rewrites-collide"],
  ["beforeTool", "pre_tool_use", "rewrites-merge"],
];

function rewriteFindings({ hooks }: Facts): Finding[] {
  return REWRITES.flatMap(([point, event, id]) => {
    const both = hooks.filter(
      ({ manifest, entries }) =>
        manifest !== undefined && pointsOf(manifest).includes(point) && entries.some((entry) => entry.event === event),
    );
    if (both.length < 2) return [];
    const what =
      id === "rewrites-collide" ? "the first rewrite wins, the others are lost" : "neither sees the other's changes";
    return [
      finding(
        id,
        `${list(both.map(({ name }) => name))} may all rewrite at ${event}: ${what}`,
        "combine them into one hook with compose",
      ),
    ];
  });
}

/** docker-agent's built-in hooks do not count: their behaviour is known. */
function unseenFindings({ hooks }: Facts): Finding[] {
  const allowing = (hook: Hook) =>
    hook.command === undefined &&
    hook.bare.length === 0 &&
    hook.entries.some(({ event }) => event === "pre_tool_use" || event === "permission_request");
  const others = hooks.filter(allowing).map(({ name }) => name);
  if (others.length === 0) return [];
  return [
    finding(
      "allow-unseen",
      `${list(others)}: not inspected; a permission_decision "allow" there lets a tool run without asking`,
      "check what they answer; a deny of another hook overrides an allow",
    ),
  ];
}
