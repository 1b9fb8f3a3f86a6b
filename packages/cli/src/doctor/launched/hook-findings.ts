import { type EntryFinding, matchesAll, pointsOf, quoted } from "@agent-hook/sdk/internal/installs";
import { readMod } from "../../config/mod-folder.js";
import { formatList } from "../../format-list.js";
import {
  COMMAND_HOOK_HOSTS,
  type CommandHookHost,
  entrySettings,
  eventsForHook,
  hostHasEvent,
} from "../../host-config/installs.js";
import { uncalledPoints } from "../../host-config/uncalled-points.js";
import { policyFileOf } from "../../policy/policy-command.js";
import { residentFlag } from "../../policy/resident-entry.js";
import { filterFindings } from "../filter-findings.js";
import { type Finding, finding } from "../findings.js";
import { commandFindings } from "./command-findings.js";
import { beforeTool, type FileEntry } from "./entry.js";
import { type EntryProblem, entryFindings, launcherProblems, superfluousFindings } from "./entry-findings.js";
import type { Facts } from "./gather.js";
import type { Hook } from "./hook.js";
import { isMod } from "./mods.js";
import { narrowProblems } from "./narrow-matcher.js";
import { trustProblems } from "./trust.js";
import { unmatchedProblems } from "./unmatched.js";

/** Returns the findings about one hook in one file. */
export function hookFindings(hook: Hook<FileEntry>, facts: Facts): Finding[] {
  const { agent, trust } = facts;
  const rewriteCommand = configCommand(hook, facts);
  return [
    ...commandFindings(hook, agent, rewriteCommand),
    ...entryFindings(hook, rewriteCommand, (entry) => [
      ...entryProblems(entry, hook, agent, rewriteCommand),
      ...trustProblems(entry, trust),
    ]),
    ...eventFindings(hook, facts, rewriteCommand),
    ...uncalledFindings(hook, facts),
    ...filterFindings(hook, agent),
  ];
}

/** Returns the command that configures a hook correctly in its file. */
function configCommand({ command = [], entries, name }: Hook<FileEntry>, { agent, mcpToolEntries }: Facts): string {
  const { path } = entries[0]?.file ?? { path: "" };
  const nameFlag = entries.some((entry) => entry.name === name) ? ["--name", name] : [];
  const asServer = mcpToolEntries.some(({ server, file }) => server === name && file.path === path)
    ? ["--mcp-tool"]
    : [];
  // `--project` names the same file, and keeps the entry portable.
  const target = entries.some(({ written }) => written?.project) ? ["--project"] : [path];
  const options = [...asServer, ...residentFlag(entries), ...nameFlag];
  return ["agent-hook", "config", agent.name, "--write", ...target, ...options, "--", ...command].map(quoted).join(" ");
}

function entryProblems(
  entry: FileEntry,
  hook: Hook<FileEntry>,
  agent: CommandHookHost,
  rewriteCommand: string,
): EntryFinding[] {
  const wrongUnit = unitProblems(entry, agent);
  // A timeout in the wrong unit also breaks the order of the limits: report it once.
  const launcher = launcherProblems(entry, hook, agent, rewriteCommand).filter(
    ([id]) => wrongUnit.length === 0 || id !== "limits-order",
  );
  return [
    ...matcherProblems(entry, hook, agent),
    ...launcher,
    ...wrongUnit,
    ...variantProblems(entry, agent),
    ...(hook.command !== undefined ? notAwaitedProblems(agent, entry) : []),
    ...(agent.ownFindings?.(entry) ?? []),
  ];
}

function matcherProblems(entry: FileEntry, hook: Hook, agent: CommandHookHost): EntryProblem[] {
  const { manifest } = hook;
  // A matcher that was written for such a filter is not a second mistake.
  const unmatched = filterFindings(hook, agent).length > 0 ? [] : unmatchedProblems(entry, agent);
  if (manifest === undefined || unmatched.length > 0) return unmatched;
  const narrow = narrowProblems(entry, manifest, agent);
  const partial = mayDeny(manifest) ? partialProblems(narrow === undefined ? entry : { ...entry, matcher: "*" }) : [];
  return [...(narrow ?? []), ...partial];
}

/** Reports the matcher and the `if` that keep some calls from an entry that should decide on every call. */
export function partialProblems({
  matcher = "",
  badMatcher,
  raw,
  event,
}: Pick<FileEntry, "matcher" | "badMatcher" | "raw" | "event">): EntryProblem[] {
  if (badMatcher) {
    return [
      [
        "bad-matcher",
        `the matcher "${matcher}" is not a valid regular expression, so it matches no tool`,
        "correct the matcher, or remove it to select every tool",
      ],
    ];
  }
  return [
    ...(matchesAll(matcher)
      ? []
      : [["partial-guard", `it only receives tools that match "${matcher}" at ${event}`] as const]),
    ...(typeof raw.if === "string"
      ? [["partial-guard", `it only receives calls that match "${raw.if}" at ${event}`] as const]
      : []),
  ];
}

/** Reports an entry whose answer comes too late to have an effect. */
export function notAwaitedProblems({ title }: CommandHookHost, { raw }: Pick<FileEntry, "raw">): EntryProblem[] {
  const field = ["async", "asyncRewake"].find((name) => raw[name] === true);
  return field === undefined ? [] : [["not-awaited", `${field} is true, so ${title} does not wait for the answer`]];
}

function mayDeny(manifest: NonNullable<Hook["manifest"]>): boolean {
  const points = pointsOf(manifest);
  return points.includes("beforeTool") || points.includes("approveTool");
}

/**
 * Reports a `--host` that does not fit the entry. If the agent's payload does not name the event, `--host` must name
 * it.
 */
function variantProblems({ launched, host, event }: FileEntry, agent: CommandHookHost): EntryProblem[] {
  if (launched === undefined || host === undefined) return [];
  const actual = [host.name, host.variant].filter(Boolean).join("/");
  const expected = entrySettings(agent, event).hostValue;
  return actual === expected
    ? []
    : [["wrong-variant", `the hook receives --host ${actual}, but this entry needs --host ${expected}`]];
}

/**
 * Reports events without an entry, and entries for events that the hook does not handle. The entry for an event may be
 * in another file of the same agent.
 */
function eventFindings(
  { manifest, command, entries, name }: Hook<FileEntry>,
  { agent, hooks, mcpToolEntries, version }: Facts,
  rewriteCommand: string,
): Finding[] {
  if (manifest === undefined || command === undefined) return [];
  const handled = eventsForHook(agent.name, manifest, Object.keys(agent.optInEvents));
  const sameHookEntries = hooks
    .filter((hook) => hook.command?.join("\0") === command.join("\0"))
    .flatMap((hook) => hook.entries);
  const serverEntries = mcpToolEntries.filter(({ server }) => server === name);
  const existing = handled.filter((event) => hostHasEvent(agent.name, event, version));
  const missing = existing.filter(
    (event) => ![...sameHookEntries, ...serverEntries].some((entry) => entry.event === event),
  );
  const isGuardMissing = missing.includes(beforeTool(agent));
  return [
    ...(missing.length === 0
      ? []
      : [
          finding(
            "missing-event",
            `it handles ${formatList(missing)}, but has no entry there${isGuardMissing ? ": nothing is denied" : ""}`,
            rewriteCommand,
          ),
        ]),
    ...superfluousFindings(entries, handled, rewriteCommand),
  ];
}

/** Reports handlers that the agent never calls. Their author may not know that. */
function uncalledFindings({ manifest, command = [], name: hook }: Hook, { agent, machine }: Facts): Finding[] {
  const { name, title, mod } = agent;
  // Whoever uses a ready-made hook did not choose its points.
  const isPolicy = policyFileOf(command) !== undefined;
  if (manifest === undefined || isPolicy) return [];
  const hasMod = mod !== undefined && isMod(readMod(mod.folder(machine.env, machine.home, hook), mod));
  const calledByMod = hasMod ? mod.pointsOf(manifest) : [];
  const uncalled = uncalledPoints(name, manifest).filter((point) => !calledByMod.includes(point));
  if (uncalled.length === 0) return [];
  const fix = `none if the handler is for other agents; otherwise do its work in a point that ${title} calls`;
  return [finding("never-called", `it handles ${formatList(uncalled)}, but ${title} has no event for it`, fix)];
}

/** Values of 1000 or more are assumed to be milliseconds, smaller ones seconds. */
const MIN_MILLISECONDS = 1000;

/** Reports a limit in the unit or under the key of another agent. */
function unitProblems({ launched, raw, timeout }: FileEntry, { title, limit }: CommandHookHost): EntryProblem[] {
  if (launched === undefined) return [];
  const { key, perSecond } = limit;
  const other = COMMAND_HOOK_HOSTS.map((host) => host.limit.key).find((one) => raw[one] !== undefined);
  if (raw[key] === undefined && other !== undefined) {
    return [["timeout-unit", `${title} does not support ${other}: it waits ${timeout} s`]];
  }
  const timeoutValue = raw[key];
  if (typeof timeoutValue !== "number") return [];
  if (perSecond === 1000 && timeoutValue < MIN_MILLISECONDS) {
    return [
      [
        "timeout-unit",
        `${title} reads the timeout ${timeoutValue} as ${timeoutValue} ms: it stops waiting before the hook answers`,
      ],
    ];
  }
  if (perSecond === 1 && timeoutValue >= MIN_MILLISECONDS) {
    return [["timeout-unit", `${title} reads the ${key} ${timeoutValue} as ${timeoutValue} seconds`]];
  }
  return [];
}
