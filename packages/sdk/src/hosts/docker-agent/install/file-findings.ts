import type { Point } from "../../../hook/calls.js";
import { pointsOf } from "../../../host-tools/hook-summary.js";
import type { AgentsFacts } from "../../../host-tools/install.js";
import type { InstalledHook } from "../../../host-tools/install-findings.js";
import { joinList, quoted } from "../../../host-tools/words.js";
import { isBefore } from "../../../text/index.js";
import { type DockerAgentFinding, finding } from "./catalogue.js";
import { HANGING, isNewer, mayDenyTools, preempts, VERSIONS } from "./events.js";
import { agentIn, lackingSchema, outsideAgents, placeOf } from "./places.js";

/** Reports problems of the file as a whole. */
export function fileFindings(facts: AgentsFacts): DockerAgentFinding[] {
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
function emptyFindings({ file, agents, entries }: AgentsFacts): DockerAgentFinding[] {
  if (entries.length > 0) return [];
  const what = agents.length > 0 ? `nothing guards ${joinList(agents)}` : "nothing is guarded";
  const fix = `agent-hook config docker-agent --write ${quoted(file)} -- COMMAND`;
  return [finding("nothing-guards", `there is no hook with a command: ${what}`, fix)];
}

const SKIPS = {
  agents: "docker-agent does not start",
  settings: "docker-agent silently drops it",
  "hooks.d": "docker-agent skips the whole file, and tools run unguarded",
} as const;

function shapeFindings({ value, entries, faults, version = VERSIONS.newest }: AgentsFacts): DockerAgentFinding[] {
  const newer = [...new Set(entries.map(({ event }) => event))].filter((event) => isNewer(event, version));
  const then = SKIPS[placeOf(value)?.kind ?? "hooks.d"];
  return [
    ...faults
      .filter(({ before }) => before === undefined || isBefore(version, before))
      .map(({ id, what }) =>
        finding(id, `${what}: ${id === "other-type" ? "the hook never starts" : then}`, "correct it, or remove it"),
      ),
    ...newer.map((event) =>
      finding("unknown-event", `docker-agent ${version} does not support ${event}: ${then}`, `remove ${event}`),
    ),
  ];
}

function schemaFindings({ value, agents, entries }: AgentsFacts): DockerAgentFinding[] {
  if (agents.length === 0 || entries.length === 0) return [];
  const lacking = lackingSchema(
    value,
    entries.map(({ event }) => event),
    entries.some(preempts),
  );
  if (lacking === undefined) return [];
  return [finding("old-schema", `${lacking.what}: docker-agent does not start`, lacking.fix)];
}

function hangingFindings({ entries }: AgentsFacts): DockerAgentFinding[] {
  return HANGING.flatMap((event) => {
    const places = entries.filter((entry) => entry.event === event).map(({ where }) => where);
    if (places.length === 0) return [];
    return [
      finding(
        "hangs-headless",
        `${joinList(places)}: headless runs may hang forever, whatever the hook does`,
        `remove ${event} where docker-agent runs headless`,
      ),
    ];
  });
}

const REWRITES: readonly [point: Point, event: string, id: "rewrites-collide" | "rewrites-merge"][] = [
  ["beforeLlm", "before_llm_call", "rewrites-collide"],
  ["afterTool", "tool_response_transform", "rewrites-collide"],
  ["beforeTool", "pre_tool_use", "rewrites-merge"],
];

function rewriteFindings({ hooks }: AgentsFacts): DockerAgentFinding[] {
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
        `${joinList(both.map(({ name }) => name))} may all rewrite at ${event}: ${what}`,
        "combine them into one hook with compose",
      ),
    ];
  });
}

/** docker-agent's built-in hooks do not count: their behavior is known. */
function unseenFindings({ hooks }: AgentsFacts): DockerAgentFinding[] {
  const allowing = (hook: InstalledHook) =>
    hook.command === undefined &&
    hook.bare.length === 0 &&
    hook.entries.some(({ event }) => event === "pre_tool_use" || event === "permission_request");
  const others = hooks.filter(allowing).map(({ name }) => name);
  if (others.length === 0) return [];
  return [
    finding(
      "not-inspected",
      `${joinList(others)}: not inspected; a permission_decision "allow" there lets a tool run without asking`,
      "check what they answer; a deny of another hook overrides an allow",
    ),
  ];
}

/** Reports how agents in the file bypass hooks that may deny. */
function agentFindings(facts: AgentsFacts): DockerAgentFinding[] {
  const { hooks } = facts;
  const mayDeny = ({ manifest }: InstalledHook) => manifest !== undefined && mayDenyTools(manifest);
  const blocks = ({ manifest }: InstalledHook) => manifest?.onFailure === "block";
  return [
    ...(hooks.some((hook) => mayDeny(hook) || blocks(hook)) ? [...harnessed(facts), ...outside(facts)] : []),
    ...(hooks.some(mayDeny) ? codeMode(facts) : []),
  ];
}

function harnessed({ agents, value }: AgentsFacts): DockerAgentFinding[] {
  const names = agents.filter((name) => (agentIn(value, name)?.harness ?? null) !== null);
  if (names.length === 0) return [];
  const what = `${joinList(names)}: no hook is called about the model and tools there`;
  return [finding("harnessed-agent", what, "guard that program with its own hooks")];
}

function outside({ value }: AgentsFacts): DockerAgentFinding[] {
  const names = outsideAgents(value);
  if (names.length === 0) return [];
  const what = `${joinList(names)}: agents from other files, which only call their own hooks`;
  return [finding("outside-agent", what, "move the hook to the user's config, or those agents to this file")];
}

function codeMode({ agents, value }: AgentsFacts): DockerAgentFinding[] {
  const names = agents.filter((name) => agentIn(value, name)?.code_mode_tools === true);
  if (names.length === 0) return [];
  const what = `${joinList(names)}: the model calls tools from a script there, and hooks are only called about the script`;
  return [finding("code-mode", what, "remove code_mode_tools, or reject run_tools_with_javascript")];
}
