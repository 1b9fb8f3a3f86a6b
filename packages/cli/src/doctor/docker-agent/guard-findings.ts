import { isMatcher } from "@agent-hook/testing/command-hosts";
import { eventsOf, losesLargeResults, mayRefuseTools } from "../../host-config/docker-agent-events.js";
import { DOCKER_AGENT_VERSIONS, isEnforceable } from "../../host-config/docker-agent-versions.js";
import type { HookFacts } from "../../host-config/hook-facts.js";
import { list } from "../../words.js";
import { type Finding, finding } from "../findings/catalogue.js";
import { allowFindings } from "./allow-findings.js";
import type { Entry } from "./entry.js";
import { configured, type Facts, type Hook } from "./gather.js";

/** Reports events that a hook handles but is not called at, and tools that a denying hook is not called about. */
export function askedFindings(hook: Hook, facts: Facts): Finding[] {
  const { manifest } = hook;
  if (manifest === undefined) return [];
  return [
    ...(mayRefuseTools(manifest) ? guardFindings(hook, manifest, facts) : []),
    ...eventFindings(hook, facts),
    ...resultFindings(manifest, facts),
  ];
}

/** With `beforeLlm`, a hook can remove what must not reach the model from the excerpt. */
function resultFindings(manifest: HookFacts, { version = DOCKER_AGENT_VERSIONS.newest }: Facts): Finding[] {
  if (!losesLargeResults(manifest, version) || manifest.points.includes("beforeLlm")) return [];
  const what =
    "docker-agent keeps its own excerpt of results above 50 KiB or 2000 lines, even if afterTool changes them";
  return [finding("large-results", what, "also remove secrets in beforeLlm, from the tool's message")];
}

function guardFindings(hook: Hook, manifest: HookFacts, facts: Facts): Finding[] {
  const { config } = facts;
  const version = facts.version ?? DOCKER_AGENT_VERSIONS.newest;
  const tools = hook.entries.filter(({ event }) => event === "pre_tool_use");
  const fix = configured(facts, hook);
  const partial = tools.filter(({ matcher }) => !matchesAll(matcher) && isMatcher(matcher));
  const lacking = config.agents.filter((agent) => !tools.some((entry) => entry.agent === agent));
  return [
    ...(tools.length > 0 || config.agents.length > 0
      ? []
      : [
          finding("missing-event", "it may deny tool calls, but has no entry for pre_tool_use: nothing is denied", fix),
        ]),
    ...(lacking.length > 0 ? [finding("unguarded-agent", `${list(lacking)}: nothing is denied there`, fix)] : []),
    ...(isEnforceable(version) ? preemptFindings(hook, manifest, facts) : unenforceable(version, manifest, facts)),
    ...(partial.length > 0
      ? [finding("partial-guard", `it only receives some tools: ${list(partial.map(inWords))}`, fix)]
      : []),
  ];
}

function inWords({ where, matcher }: Entry): string {
  return `${where} has the matcher "${matcher}"`;
}

/** Reports agents whose entries all lack `preempt_yolo`. `guardFindings` reports agents without entries. */
function preemptFindings(hook: Hook, manifest: HookFacts, facts: Facts): Finding[] {
  const tools = hook.entries.filter(({ event }) => event === "pre_tool_use");
  const places = [...new Set(tools.map(({ agent }) => agent))];
  const open = places.filter((agent) => !tools.some((entry) => entry.agent === agent && entry.preempts));
  if (open.length === 0) return allowFindings(manifest, true, facts);
  const where = open.flatMap((agent) => agent ?? []);
  const at = where.length === 0 ? "" : `${list(where)}: `;
  const fix = configured(facts, hook);
  return [
    finding(
      "unenforced",
      `${at}no entry with preempt_yolo: true, so it is not called under --yolo and safety modes`,
      fix,
    ),
    ...allowFindings(manifest, false, facts, fix),
  ];
}

function unenforceable(version: string, manifest: HookFacts, facts: Facts): Finding[] {
  const { preempt } = DOCKER_AGENT_VERSIONS;
  return [
    finding(
      "not-enforceable",
      `docker-agent ${version} does not call it under --yolo, allow rules or in background agents`,
      `upgrade to docker-agent ${preempt} or later and write the entries again; until then, use none of these modes`,
    ),
    ...allowFindings(manifest, false, facts),
  ];
}

function eventFindings(hook: Hook, facts: Facts): Finding[] {
  const { manifest, entries } = hook;
  if (manifest === undefined) return [];
  const { handled } = eventsOf(manifest, facts.version ?? DOCKER_AGENT_VERSIONS.newest);
  const missing = handled.filter(
    (event) => event !== "pre_tool_use" && !entries.some((entry) => entry.event === event),
  );
  if (missing.length === 0) return [];
  return [finding("missing-event", `it handles ${list(missing)}, but has no entry there`, configured(facts, hook))];
}

/** Returns whether a matcher covers every tool name. docker-agent (Go) matches the whole name. */
export function matchesAll(matcher: string): boolean {
  return /^(\*?|\^?\(?\.[*+]\)?\$?)$/.test(matcher);
}
