import { matchesAll } from "../../../host-tools/entry-lists.js";
import type { HookSummary } from "../../../host-tools/hook-summary.js";
import type { AgentsFacts } from "../../../host-tools/install.js";
import type { InstalledHook, StartedEntry } from "../../../host-tools/install-findings.js";
import { neededCalls } from "../../../host-tools/needed-calls.js";
import { joinList } from "../../../host-tools/words.js";
import { isObject } from "../../../text/index.js";
import { host } from "../host.js";
import { type DockerAgentFinding, finding } from "./catalogue.js";
import {
  eventsOf,
  isEnforceable,
  losesLargeResults,
  mayChangeArguments,
  mayDenyTools,
  preempts,
  rulesOf,
  VERSIONS,
} from "./events.js";
import { placeOf } from "./places.js";

/** Reports events that a hook handles but is not called at, and tools that a denying hook is not called about. */
export function hookFindings(hook: InstalledHook, facts: AgentsFacts): DockerAgentFinding[] {
  const { manifest } = hook;
  if (manifest === undefined) return [];
  return [
    ...(mayDenyTools(manifest) ? guardFindings(hook, manifest, facts) : []),
    ...eventFindings(hook, facts),
    ...resultFindings(manifest, facts),
  ];
}

/** With `beforeLlm`, a hook can remove from the excerpt what must not reach the model. */
function resultFindings(manifest: HookSummary, { version = VERSIONS.newest }: AgentsFacts): DockerAgentFinding[] {
  if (!losesLargeResults(manifest, version) || manifest.points.includes("beforeLlm")) return [];
  const what =
    "docker-agent keeps its own excerpt of results above 50 KiB or 2000 lines, even if afterTool changes them";
  return [finding("large-results", what, "also remove secrets in beforeLlm, from the tool's message")];
}

function guardFindings(hook: InstalledHook, manifest: HookSummary, facts: AgentsFacts): DockerAgentFinding[] {
  const version = facts.version ?? VERSIONS.newest;
  const tools = hook.entries.filter(({ event }) => event === "pre_tool_use");
  const fix = facts.commandToRepeat(hook);
  // Only a hook without a filter must be called about every tool.
  const needsAll = neededCalls(host.name, "pre_tool_use", rulesOf("pre_tool_use"), manifest) === undefined;
  const partial = tools.filter(({ matcher, badMatcher }) => needsAll && !matchesAll(matcher) && !badMatcher);
  const lacking = facts.agents.filter((agent) => !tools.some((entry) => entry.agent === agent));
  return [
    ...(tools.length > 0 || facts.agents.length > 0
      ? []
      : [
          finding("missing-event", "it may deny tool calls, but has no entry for pre_tool_use: nothing is denied", fix),
        ]),
    ...(lacking.length > 0
      ? [finding("unguarded-agent", `${joinList(lacking)}: this hook denies nothing for these agents`, fix)]
      : []),
    ...(isEnforceable(version) ? preemptFindings(hook, manifest, facts) : unenforceable(version, manifest, facts)),
    ...(partial.length > 0
      ? [finding("partial-guard", `it only receives some tools: ${joinList(partial.map(inWords))}`, fix)]
      : []),
  ];
}

function inWords({ where, matcher }: StartedEntry): string {
  return `${where} has the matcher "${matcher}"`;
}

/** Reports agents whose entries all lack `preempt_yolo`. `guardFindings` reports agents without entries. */
function preemptFindings(hook: InstalledHook, manifest: HookSummary, facts: AgentsFacts): DockerAgentFinding[] {
  const tools = hook.entries.filter(({ event }) => event === "pre_tool_use");
  const places = [...new Set(tools.map(({ agent }) => agent))];
  const open = places.filter((agent) => !tools.some((entry) => entry.agent === agent && preempts(entry)));
  if (open.length === 0) return allowFindings(manifest, true, facts);
  const where = open.flatMap((agent) => agent ?? []);
  const at = where.length === 0 ? "" : `${joinList(where)}: `;
  const fix = facts.commandToRepeat(hook);
  return [
    finding(
      "unenforced",
      `${at}no entry with preempt_yolo: true, so it is not called under --yolo and safety modes`,
      fix,
    ),
    ...allowFindings(manifest, false, facts, fix),
  ];
}

function unenforceable(version: string, manifest: HookSummary, facts: AgentsFacts): DockerAgentFinding[] {
  const { preempt } = VERSIONS;
  return [
    finding(
      "not-enforceable",
      `docker-agent ${version} does not call it under --yolo, allow rules or in background agents`,
      `upgrade to docker-agent ${preempt} or later and write the entries again; until then, use none of these modes`,
    ),
    ...allowFindings(manifest, false, facts),
  ];
}

function eventFindings(hook: InstalledHook, facts: AgentsFacts): DockerAgentFinding[] {
  const { manifest, entries } = hook;
  if (manifest === undefined) return [];
  const { handled } = eventsOf(manifest, facts.version ?? VERSIONS.newest);
  const missing = handled.filter(
    (event) => event !== "pre_tool_use" && !entries.some((entry) => entry.event === event),
  );
  if (missing.length === 0) return [];
  return [
    finding("missing-event", `it handles ${joinList(missing)}, but has no entry there`, facts.commandToRepeat(hook)),
  ];
}

const FIX = "remove the rules, so that docker-agent asks the user";

/**
 * Reports how allow rules limit a hook that may deny tool calls. `asked`: whether docker-agent calls the hook before
 * the rules apply. `fix`: what to do if it does not.
 */
function allowFindings(manifest: HookSummary, asked: boolean, facts: AgentsFacts, fix = FIX): DockerAgentFinding[] {
  const rules = allowRules(facts);
  if (rules.length === 0) return [];
  const lets = `permissions.allow lets ${joinList(rules)} run`;
  if (!asked) return [finding("allow-rules", `${lets} without calling it`, fix)];
  if (!mayChangeArguments(manifest)) return [];
  const what = `${lets} with the model's arguments: it can deny these calls, but its changes to arguments are lost`;
  return [finding("allow-rewrites", what, "deny what must not run unchanged, or remove the rules")];
}

function allowRules({ value }: AgentsFacts): string[] {
  const { permissions } = placeOf(value)?.kind === "settings" && isObject(value.settings) ? value.settings : value;
  const { allow } = isObject(permissions) ? permissions : {};
  return Array.isArray(allow) ? allow.map(String) : [];
}
