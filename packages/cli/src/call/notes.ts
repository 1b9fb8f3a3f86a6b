import type { Report } from "@agent-hook/host";
import { oneLine } from "../terminal/show-value.js";
import type { CallRun } from "./ask-once.js";
import { ignoredLater } from "./changes.js";
import { type Decision, deathOf, resultOf } from "./decision.js";
import { untoldFailures } from "./handler-failures.js";
import { hostWord, pointNamed } from "./points.js";

/** Returns remarks: ignored changes, skipped output, other failures, or a point that the hook does not handle. */
export function notesOf(asked: CallRun, decision: Decision, failures: readonly string[], version: string): string[] {
  const { kind } = decision;
  const later = kind === "changed" ? ignoredLater(asked.said, resultOf(asked), version) : undefined;
  const died = deathOf(asked.exit);
  return [
    ...asked.reports.flatMap(noteOf),
    ...untoldFailures(decision, failures),
    ...(later === undefined ? [] : [later]),
    ...(kind === "failed" || died === undefined ? [] : [`the hook exited ${died} when its stdin ended`]),
    ...(kind === "continues" || kind === "told" || kind === "approved" ? unasked(asked) : []),
  ];
}

function noteOf({ kind, message, method }: Report): string[] {
  if (kind === "answer ignored") return [message.replace(`${method}: `, "")];
  return kind === "noise" ? [oneLine(message.replace(/^it /, "the hook "))] : [];
}

/** Explains that the hook does not handle the point, as it declares. */
function unasked({ said, points }: CallRun): string[] {
  const point = pointNamed(said.method.replace(/^hook\.(runtime_)?/, ""));
  if (points === undefined || points.includes(point)) return [];
  const handled = points.map((name) => hostWord(pointNamed(name)));
  return [`the hook does not handle ${hostWord(point)}; it handles ${handled.join(", ") || "nothing"}`];
}
