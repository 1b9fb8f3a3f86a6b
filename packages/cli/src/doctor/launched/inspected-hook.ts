import type { Finding } from "../findings.js";
import type { InspectedHook } from "../inspection.js";
import { probeLines, probeReport } from "../probe/probe.js";
import type { Hook } from "./hook.js";

/** Describes a hook. `correct`: what else is correct. `place`: where it is configured, after the events. */
export function inspectedHook(
  hook: Hook,
  findings: readonly Finding[],
  correct: readonly string[],
  place = "",
): InspectedHook {
  const { name, entries, command, manifest, badSnapshot, probe } = hook;
  return {
    name: name === entries[0]?.name ? name : "a hook without a name",
    correct: [...correctLines(hook, findings, place), ...correct],
    findings,
    json: {
      name,
      entries: entries.map(({ where }) => where),
      ...(command === undefined ? {} : { command }),
      ...(probe === undefined ? {} : { probe: probeReport(probe) }),
      started: manifest !== undefined && !badSnapshot,
    },
  };
}

/** Returns the lines about what doctor inspected and found correct. */
function correctLines(
  { entries, command = [], manifest, probe }: Hook,
  findings: readonly Finding[],
  place: string,
): string[] {
  const events = [...new Set(entries.map(({ event }) => event))].join(", ");
  const probeText = probe === undefined ? [] : probeLines(probe);
  const configured = `is configured for ${events}${place}`;
  if (manifest === undefined) return [configured, ...probeText];
  const starts = !findings.some(({ id }) => NOT_STARTED.includes(id));
  const isLaunched = !findings.some(({ id }) => NOT_LAUNCHED.includes(id));
  return [
    ...(starts ? [`starts: ${command.join(" ")} (onFailure "${manifest.onFailure}")`] : []),
    configured,
    ...probeText,
    ...(isLaunched ? ["starts through the launcher, with a denial as the fallback if the launcher is missing"] : []),
  ];
}

/** Findings that mean that a hook does not start. */
const NOT_STARTED: readonly string[] = ["bad-snapshot", "working-dir-missing"];

/** Findings that mean that the launcher does not start an entry correctly. */
const NOT_LAUNCHED: readonly string[] = [
  "launcher-missing",
  "other-launcher",
  "bare-command",
  "wrong-event",
  "wrong-denial",
  "wrong-mode",
  "limits-order",
  "timeout-unit",
];
