import { isMatcher } from "@agent-hook/testing/command-hosts";
import { askedEvents } from "../../host-config/command-hooks/asked-events.js";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import { limitsAt } from "../../host-config/command-hooks/command-hook-host.js";
import { pointsOf } from "../../host-config/hook-facts.js";
import { list } from "../../words.js";
import { type Finding, finding } from "../findings/catalogue.js";
import { commandFindings } from "../launched/command-findings.js";
import { entryFindings, type Found, launcherFound } from "../launched/entry-findings.js";
import { beforeTool } from "../launched/launching-host.js";
import { quoted } from "../quoted.js";
import { matchesAll } from "./entry.js";
import type { Facts, Hook } from "./gather.js";
import type { Entry } from "./hook-entry.js";
import { trustFound } from "./trust.js";
import { unitFound } from "./unit.js";

/** Returns the findings about one hook in one file. */
export function hookFindings(hook: Hook, facts: Facts): Finding[] {
  const { agent, trust } = facts;
  const again = configured(hook, facts);
  return [
    ...commandFindings(hook, agent, again),
    ...entryFindings(hook, again, (entry) => [...entryFound(entry, hook, agent, again), ...trustFound(entry, trust)]),
    ...eventFindings(hook, facts, again),
  ];
}

/** Returns the command that configures a hook correctly in its file. */
function configured({ command = [], entries, name }: Hook, { agent, served }: Facts): string {
  const { path } = entries[0]?.file ?? { path: "" };
  const named = entries.some((entry) => entry.name === name) ? ["--name", name] : [];
  const asServer = served.some(({ server, file }) => server === name && file.path === path) ? ["--mcp-tool"] : [];
  return ["agent-hook", "config", agent.name, "--write", path, ...asServer, ...named, "--", ...command]
    .map(quoted)
    .join(" ");
}

function entryFound(entry: Entry, hook: Hook, agent: CommandHookHost, again: string): Found[] {
  const unit = unitFound(entry, agent);
  // A limit in the wrong unit is in the wrong order too: report it once.
  const launcher = launcherFound(entry, hook, agent, again).filter(
    ([id]) => unit.length === 0 || id !== "limits-order",
  );
  return [
    ...matcherFound(entry, hook, agent),
    ...launcher,
    ...unit,
    ...variantFound(entry, agent),
    ...(hook.command !== undefined ? notAwaitedFound(agent, entry) : []),
    ...(agent.found?.(entry) ?? []),
  ];
}

function matcherFound(entry: Entry, { manifest }: Hook, agent: CommandHookHost): Found[] {
  return manifest === undefined || !mayRefuse(manifest) ? [] : partialFound(entry, agent);
}

/** Returns what keeps calls from an entry that should decide on all of them. */
export function partialFound(
  { matcher = "", raw, event }: Pick<Entry, "matcher" | "raw" | "event">,
  { matchers }: CommandHookHost,
): Found[] {
  if (!compiles(matcher, matchers)) {
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
export function notAwaitedFound({ title }: CommandHookHost, { raw }: Pick<Entry, "raw">): Found[] {
  const field = ["async", "asyncRewake"].find((name) => raw[name] === true);
  return field === undefined ? [] : [["not-awaited", `${field} is true, so ${title} does not wait for the answer`]];
}

/** Features of Rust's regular expressions that Go's do not have. */
const RUST_ONLY = /\(\?[a-zA-Z]*[xR]|\\[uU<>]|\\b\{/;

function compiles(matcher: string, syntax: CommandHookHost["matchers"]): boolean {
  if (matcher === "*") return true;
  if (syntax !== undefined) return isMatcher(matcher) || (syntax === "rust" && RUST_ONLY.test(matcher));
  try {
    new RegExp(matcher);
    return true;
  } catch {
    return false;
  }
}

function mayRefuse(manifest: NonNullable<Hook["manifest"]>): boolean {
  const points = pointsOf(manifest);
  return points.includes("beforeTool") || points.includes("approveTool");
}

/** If the agent's payload does not name the event, `--host` must. */
function variantFound({ launched, host, event }: Entry, agent: CommandHookHost): Found[] {
  if (launched === undefined || host === undefined) return [];
  const is = [host.name, host.variant].filter(Boolean).join("/");
  const expected = limitsAt(agent, event).told;
  return is === expected
    ? []
    : [["wrong-variant", `the hook receives --host ${is}, but this entry needs --host ${expected}`]];
}

/** The entry for an event may be in another file of the same agent. */
function eventFindings(
  { manifest, command, entries, name }: Hook,
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
