import type { Report } from "@agent-hook/picoclaw";
import { oneLine } from "../../terminal/show-value.js";
import type { CallDecision } from "../call-decision.js";
import { otherFailures } from "../handler-failures.js";
import { hostSpelling, pointNamed } from "../points.js";
import type { CallRun } from "./call-once.js";
import { ignoredByNewerVersions } from "./changes.js";
import { abnormalExitText, resultOf } from "./decision.js";

/** Returns notes: ignored changes, skipped output, other failures, or a point that the hook does not handle. */
export function notesOf(run: CallRun, decision: CallDecision, failures: readonly string[], version: string): string[] {
  const { kind } = decision;
  const ignored = kind === "changed" ? ignoredByNewerVersions(run.message, resultOf(run), version) : undefined;
  const exitText = abnormalExitText(run.exit);
  return [
    ...run.reports.flatMap(noteOf),
    ...otherFailures(decision, failures),
    ...(ignored === undefined ? [] : [ignored]),
    ...(run.mcpServer === undefined ? [] : [`called as in a config with AGENT_HOOK_MCP_NAME=${run.mcpServer}`]),
    ...(kind === "failed" || exitText === undefined ? [] : [`the hook exited ${exitText} when its stdin ended`]),
    ...(kind === "continues" || kind === "received" || kind === "approved" ? unhandledPoint(run) : []),
  ];
}

function noteOf({ kind, message, method }: Report): string[] {
  if (kind === "answer-ignored") return [message.replace(`${method}: `, "")];
  return kind === "noise" ? [oneLine(message.replace(/^it /, "the hook "))] : [];
}

/** Returns a note if the hook declares its points and does not handle this one. */
function unhandledPoint({ message, points }: CallRun): string[] {
  const point = pointNamed(message.method.replace(/^hook\.(runtime_)?/, ""));
  if (points === undefined || points.includes(point)) return [];
  const handled = points.map((name) => hostSpelling(pointNamed(name)));
  return [`the hook does not handle ${hostSpelling(point)}; it handles ${handled.join(", ") || "nothing"}`];
}
