import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { DENIED } from "../../command-hook/denials.js";
import { DecisionLog } from "../../record/decision-log.js";
import type { DecisionRecord } from "../../record/decision-record.js";
import { lineOf } from "../../record/line.js";
import { isLogOn, logFolder } from "../../record/log-files.js";
import { inAscii } from "./answer.js";
import hosts from "./hosts.json" with { type: "json" };
import { labelOf } from "./label.js";

export interface FailedHook {
  readonly mode: string;
  readonly host: string;
  readonly event: string;
  readonly command: readonly string[];
  /** Why the hook gave no answer. */
  readonly problem: string;
}

interface EventAnswer {
  readonly point: DecisionRecord["point"];
  /** Not there if the host accepts no denial for this event. */
  readonly denial?: string;
}

type Hosts = Readonly<Record<string, Readonly<Record<string, EventAnswer>>>>;

/** What the launcher did for a hook that gave no answer. */
export interface Answered {
  readonly code: number;
  /** For people, on stderr. */
  readonly report: string;
}

/** Answers the host for a hook that gave no answer, and records it. */
export function answerFor(failed: FailedHook): Answered {
  const { mode, host, event, problem } = failed;
  const answered = (text: string, code = 0) => ({ code, report: `agent-hook: ${host} ${event}: ${problem}${text}\n` });
  if (mode === "continue") {
    record(failed, "none", "the host was told to continue");
    return answered("; the host continues");
  }
  const known = answerAt(failed);
  if (known?.denial !== undefined) {
    const id = randomUUID().slice(0, 8);
    const isLogged = isLogOn(process.env) && logFolder(process.env) !== undefined;
    const document = known.denial.replaceAll(DENIED, () => DENIED + hint(failed, isLogged ? id : undefined));
    // First, whatever happens to the log and to stderr.
    writeSync(1, `${inAscii(document)}\n`);
    record(failed, "deny", "the call was denied", id);
    return answered(": denied");
  }
  if (known !== undefined) {
    record(failed, "none", "this host cannot stop here");
    return answered("; the host accepts no denial for this event");
  }
  return answered("; this launcher has no denial for this host and event", 2);
}

/** Names the hook, and the command that explains the denial. */
function hint({ host, command }: FailedHook, id: string | undefined): string {
  const label = labelOf(command);
  // The document is JSON, and the label is not escaped.
  if (/["\\\p{Cc}]/u.test(label)) return "";
  if (id !== undefined) return ` (${label}, id ${id}); to find out why, run: npx agent-hook why ${id}`;
  return ` (${label}); to find out why, run: npx agent-hook doctor ${host}`;
}

function record(
  failed: FailedHook,
  decision: "deny" | "none",
  consequence: string,
  id = randomUUID().slice(0, 8),
): void {
  const folder = logFolder(process.env);
  if (folder === undefined || !isLogOn(process.env)) return;
  const { host, event, command, problem } = failed;
  const label = labelOf(command);
  const line: DecisionRecord = {
    ...{ id, time: new Date().toISOString(), host: { name: host }, hook: label, by: "launcher", file: label },
    ...{ cwd: process.cwd(), point: answerAt(failed)?.point ?? "onEvent", event, decision },
    ...(decision === "deny" && { reason: DENIED }),
    ms: 0,
    failure: { kind: kindOf(problem), where: event, message: problem, consequence },
    pid: process.pid,
  };
  new DecisionLog(folder, { keepsOpen: false, onProblem: () => {} }).decided([lineOf(line)]);
}

function answerAt({ host, event }: FailedHook): EventAnswer | undefined {
  const events = new Map(Object.entries(hosts as Hosts)).get(host);
  return new Map(Object.entries(events ?? {})).get(event);
}

function kindOf(problem: string): NonNullable<DecisionRecord["failure"]>["kind"] {
  if (problem.startsWith("the hook ended with ")) return "exit";
  if (problem.startsWith("the hook did not end")) return "timeout";
  return problem.startsWith("the hook could not be started") ? "unstarted" : "no-answer";
}
