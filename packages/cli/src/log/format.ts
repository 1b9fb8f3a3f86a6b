import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { escapeLine } from "../terminal/escape.js";
import { localTime } from "../terminal/local-time.js";
import type { Terminal } from "../terminal/terminal.js";

const MAX_DETAIL = 160;

/** Returns a decision as one line. Texts of a call stay on this line, whatever they contain. */
export function lineFor(record: DecisionRecord, terminal: Pick<Terminal, "style">): string {
  const { id, time, host, hook, tool, point, event, rule, ms, by } = record;
  const at = localTime(time);
  const what = tool ?? event ?? point;
  const who = by === "launcher" ? `${baseOf(hook)} (dead)` : hook;
  const rules = rule === undefined ? "" : ` [${rule}]`;
  const start = `${id}  ${at}  ${host.name}  ${what}  `;
  const end = `  ${who}${rules}  ${by === "launcher" ? "-" : `${ms} ms`}  ${detailOf(record)}`;
  return `${escapeLine(start)}${terminal.style(styleOf(record), escapeLine(decisionOf(record)))}${escapeLine(end.trimEnd())}`;
}

/** Returns what happened, in a word. */
export function decisionOf({ decision, failure }: DecisionRecord): string {
  if (failure === undefined) return decision === "none" ? "passed" : decision;
  return decision === "none" ? "failed, passed" : `failed, ${decision}`;
}

function styleOf({ decision, failure }: DecisionRecord) {
  if (decision === "deny" || decision === "abortTurn" || decision === "hardAbort") return "red";
  if (failure !== undefined || decision === "ask") return "yellow";
  return decision === "none" || decision === "approve" ? "green" : "cyan";
}

/** Returns the reason, the failure or the beginning of the arguments. */
function detailOf({ failure, reason, arguments: args }: DecisionRecord): string {
  const text = failure?.message ?? reason ?? (args === undefined ? "" : JSON.stringify(args));
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL)}…` : text;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
