import type { EntryFinding } from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { formatList } from "../../format-list.js";
import { eventsForHook } from "../../host-config/installs.js";
import { canDecide, deadlineMs, modeOf } from "../../host-config/launched.js";
import type { FindingId } from "../catalogue.js";
import { type Finding, finding, hostFinding } from "../findings.js";
import { type Entry, expectedCommand, failsOpen, type LaunchedHost } from "./entry.js";
import type { Hook } from "./hook.js";

/** A finding about an entry. Without `fix`, the fix is to regenerate the entry. */
export type EntryProblem = readonly [id: FindingId, what: string, fix?: string];

const MAX_PLACES = 3;

/**
 * Returns the findings about a hook's entries. Equal findings are combined. `rewriteCommand` is the command that regenerates the
 * entries.
 */
export function entryFindings<E extends Entry>(
  { entries }: Hook<E>,
  rewriteCommand: string,
  problemsAt: (entry: E) => readonly EntryFinding[],
): Finding[] {
  const problems = entries.flatMap((entry) =>
    problemsAt(entry).map(([id, what, fix = rewriteCommand]) => ({ id, what, fix, where: entry.where })),
  );
  const keyOf = ({ id, what, fix }: (typeof problems)[number]) => JSON.stringify([id, what, fix]);
  return [...new Set(problems.map(keyOf))].map((key) => {
    const same = problems.filter((one) => keyOf(one) === key);
    const [{ id, what, fix }] = same as [(typeof problems)[number]];
    const places = same.map(({ where }) => where);
    const more = places.length - MAX_PLACES;
    const shown = more > 1 ? [...places.slice(0, MAX_PLACES), `${more} more places`] : places;
    return hostFinding([id, `${formatList(shown)}: ${what}`, fix]);
  });
}

/** Reports entries for events that the hook does not handle. Each such event starts a process. */
export function superfluousFindings(
  entries: readonly Entry[],
  handled: readonly string[],
  rewriteCommand: string,
): Finding[] {
  const superfluous = [...new Set(entries.map(({ event }) => event))].filter((event) => !handled.includes(event));
  if (superfluous.length === 0) return [];
  return [
    finding(
      "superfluous-event",
      `it has an entry for ${formatList(superfluous)}, which it does not handle`,
      rewriteCommand,
    ),
  ];
}

/** Reports problems with an entry's launcher and limits. */
export function launcherProblems(entry: Entry, hook: Hook, host: LaunchedHost, rewriteCommand: string): EntryProblem[] {
  return [
    ...commandProblems(entry, hook, host, rewriteCommand),
    ...limitProblems(entry, hook, host),
    ...modeProblems(entry, hook, host),
  ];
}

function commandProblems(entry: Entry, { bare }: Hook, host: LaunchedHost, rewriteCommand: string): EntryProblem[] {
  const { launched, written, event, command } = entry;
  if (launched === undefined || written === undefined) return bare.includes(entry) ? bareProblems(entry, host) : [];
  if (launched.host !== host.name || launched.event !== event) {
    return [["wrong-event", `the launcher receives ${launched.host} ${launched.event}`]];
  }
  const expected = expectedCommand(written);
  if ("fault" in expected) return [["unsafe-command", expected.fault, `in the hook's folder: ${rewriteCommand}`]];
  if (expected.text === command.trim()) return [];
  return [["wrong-denial", `the fallback for a missing launcher is not a denial for ${host.title}`]];
}

/** A crash only matters for events whose answer can deny or withhold something. */
function bareProblems({ event, command }: Entry, host: LaunchedHost): EntryProblem[] {
  if (!failsOpen(host, event)) return [];
  return [
    [
      "bare-command",
      `if "${command}" crashes, ${host.title} continues as if it had allowed the call`,
      `start it through the launcher: agent-hook config ${host.name} -- COMMAND`,
    ],
  ];
}

function limitProblems(
  { event, timeout: entryTimeout, launched }: Entry,
  { manifest }: Hook,
  host: LaunchedHost,
): EntryProblem[] {
  if (launched === undefined) return [];
  const { seconds } = launched;
  const { name, title, maxTimeouts = {} } = host;
  const { [event]: maxTimeout = Number.POSITIVE_INFINITY } = maxTimeouts;
  const timeout = Math.min(entryTimeout, maxTimeout);
  const hookDeadline = manifest === undefined ? 0 : deadlineMs(name, event, manifest) / 1000;
  // If the host's timeout is this short, the launcher's limit cannot exceed the hook's deadline.
  if ((hookDeadline < seconds || hookDeadline >= maxTimeout - 1) && seconds < timeout) return [];
  const deadline = manifest === undefined ? "" : `its own deadline is ${hookDeadline} s, `;
  return [["limits-order", `${deadline}the launcher's limit ${seconds} s, ${title}'s timeout ${timeout} s`]];
}

function modeProblems({ event, launched }: Entry, { manifest }: Hook, host: LaunchedHost): EntryProblem[] {
  if (manifest === undefined || launched === undefined) return [];
  const mode = modeOf(host.name, event, manifest);
  // An entry for an event that the hook does not handle is reported as superfluous.
  if (mode === launched.mode || !eventsForHook(host.name, manifest, []).includes(event)) return [];
  return [
    ["wrong-mode", `mode ${launched.mode}, but the hook ${modeReason(event, manifest, host)}, which is mode ${mode}`],
  ];
}

function modeReason(event: string, manifest: NonNullable<Hook["manifest"]>, { name }: LaunchedHost): string {
  const { onFailure, points } = manifest;
  if (onFailure === "block" && !canDecide(name, event, manifest)) return `only observes ${event}`;
  const approves = HOST_EVENTS[name]?.[event]?.point === "beforeTool" && points.includes("approveTool");
  return `has onFailure "${onFailure}"${approves ? " and approveTool" : ""}`;
}
