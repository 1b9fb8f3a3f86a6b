import { type EntryFinding, matchesAll, pointsOf, quoted } from "@agent-hook/sdk/internal/installs";
import { askedEvents, COMMAND_HOOK_HOSTS, type CommandHookHost, limitsAt } from "../../host-config/installs.js";
import { uncalledPoints } from "../../host-config/uncalled-points.js";
import { list } from "../../words.js";
import { type Finding, finding } from "../findings.js";
import { commandFindings } from "./command-findings.js";
import { beforeTool, type FileEntry } from "./entry.js";
import { entryFindings, type Found, launcherFound } from "./entry-findings.js";
import type { Facts } from "./gather.js";
import type { Hook } from "./hook.js";
import { trustFound } from "./trust.js";

/** Returns the findings about one hook in one file. */
export function hookFindings(hook: Hook<FileEntry>, facts: Facts): Finding[] {
  const { agent, trust } = facts;
  const again = configured(hook, facts);
  return [
    ...commandFindings(hook, agent, again),
    ...entryFindings(hook, again, (entry) => [...entryFound(entry, hook, agent, again), ...trustFound(entry, trust)]),
    ...eventFindings(hook, facts, again),
    ...uncalledFindings(hook, agent),
  ];
}

/** Returns the command that configures a hook correctly in its file. */
function configured({ command = [], entries, name }: Hook<FileEntry>, { agent, served }: Facts): string {
  const { path } = entries[0]?.file ?? { path: "" };
  const named = entries.some((entry) => entry.name === name) ? ["--name", name] : [];
  const asServer = served.some(({ server, file }) => server === name && file.path === path) ? ["--mcp-tool"] : [];
  return ["agent-hook", "config", agent.name, "--write", path, ...asServer, ...named, "--", ...command]
    .map(quoted)
    .join(" ");
}

function entryFound(entry: FileEntry, hook: Hook<FileEntry>, agent: CommandHookHost, again: string): EntryFinding[] {
  const unit = unitFound(entry, agent);
  // A limit in the wrong unit is in the wrong order too: report it once.
  const launcher = launcherFound(entry, hook, agent, again).filter(
    ([id]) => unit.length === 0 || id !== "limits-order",
  );
  return [
    ...matcherFound(entry, hook),
    ...launcher,
    ...unit,
    ...variantFound(entry, agent),
    ...(hook.command !== undefined ? notAwaitedFound(agent, entry) : []),
    ...(agent.found?.(entry) ?? []),
  ];
}

function matcherFound(entry: FileEntry, { manifest }: Hook): Found[] {
  return manifest === undefined || !mayRefuse(manifest) ? [] : partialFound(entry);
}

/** Returns what keeps calls from an entry that should decide on all of them. */
export function partialFound({
  matcher = "",
  badMatcher,
  raw,
  event,
}: Pick<FileEntry, "matcher" | "badMatcher" | "raw" | "event">): Found[] {
  if (badMatcher) {
    return [
      [
        "bad-matcher",
        `the matcher "${matcher}" is not a valid regular expression, so it matches no tool`,
        'correct the matcher; "*" matches every tool',
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
export function notAwaitedFound({ title }: CommandHookHost, { raw }: Pick<FileEntry, "raw">): Found[] {
  const field = ["async", "asyncRewake"].find((name) => raw[name] === true);
  return field === undefined ? [] : [["not-awaited", `${field} is true, so ${title} does not wait for the answer`]];
}

function mayRefuse(manifest: NonNullable<Hook["manifest"]>): boolean {
  const points = pointsOf(manifest);
  return points.includes("beforeTool") || points.includes("approveTool");
}

/** If the agent's payload does not name the event, `--host` must. */
function variantFound({ launched, host, event }: FileEntry, agent: CommandHookHost): Found[] {
  if (launched === undefined || host === undefined) return [];
  const is = [host.name, host.variant].filter(Boolean).join("/");
  const expected = limitsAt(agent, event).told;
  return is === expected
    ? []
    : [["wrong-variant", `the hook receives --host ${is}, but this entry needs --host ${expected}`]];
}

/** The entry for an event may be in another file of the same agent. */
function eventFindings(
  { manifest, command, entries, name }: Hook<FileEntry>,
  { agent, hooks, served }: Facts,
  again: string,
): Finding[] {
  if (manifest === undefined || command === undefined) return [];
  const asked = askedEvents(agent.name, manifest, Object.keys(agent.optInEvents));
  const same = hooks.filter((hook) => hook.command?.join("\0") === command.join("\0")).flatMap((hook) => hook.entries);
  const ofServer = served.filter(({ server }) => server === name);
  const missing = asked.filter((event) => ![...same, ...ofServer].some((entry) => entry.event === event));
  const guarding = missing.includes(beforeTool(agent));
  const superfluous = [...new Set(entries.map(({ event }) => event))].filter((event) => !asked.includes(event));
  return [
    ...(missing.length === 0
      ? []
      : [
          finding(
            "missing-event",
            `it handles ${list(missing)}, but has no entry there${guarding ? ": nothing is denied" : ""}`,
            again,
          ),
        ]),
    ...(superfluous.length === 0
      ? []
      : [finding("superfluous-event", `it has an entry for ${list(superfluous)}, which it does not handle`, again)]),
  ];
}

/** A handler that the agent never calls does nothing there, which its author may not know. */
function uncalledFindings({ manifest }: Hook, { name, title }: CommandHookHost): Finding[] {
  const uncalled = manifest === undefined ? [] : uncalledPoints(name, manifest);
  if (uncalled.length === 0) return [];
  const fix = `none if the handler is for other agents; otherwise do its work in a point that ${title} calls`;
  return [finding("never-called", `it handles ${list(uncalled)}, but ${title} has no event for it`, fix)];
}

/** Values of 1000 or more are assumed to be milliseconds, smaller ones seconds. */
const MOST_SECONDS = 1000;

/** Reports a limit in the unit or under the key of another agent. */
function unitFound({ launched, raw, timeout }: FileEntry, { title, limit }: CommandHookHost): Found[] {
  if (launched === undefined) return [];
  const { key, perSecond } = limit;
  const other = COMMAND_HOOK_HOSTS.map((host) => host.limit.key).find((one) => raw[one] !== undefined);
  if (raw[key] === undefined && other !== undefined) {
    return [["timeout-unit", `${title} does not support ${other}: it waits ${timeout} s`]];
  }
  const given = raw[key];
  if (typeof given !== "number") return [];
  if (perSecond === 1000 && given < MOST_SECONDS) {
    return [
      ["timeout-unit", `${title} reads the timeout ${given} as ${given} ms: it stops waiting before the hook answers`],
    ];
  }
  if (perSecond === 1 && given >= MOST_SECONDS) {
    return [["timeout-unit", `${title} reads the ${key} ${given} as ${given} seconds`]];
  }
  return [];
}
