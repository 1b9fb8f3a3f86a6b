import type { RecordedCall } from "@agent-hook/sdk/internal/sessions";
import type { AuditDecision, AuditFinding } from "./judge.js";
import type { SessionHost, Unread } from "./read-session.js";
import { shown, subjectOf, toolOf } from "./subject.js";

/** A call with what the policy would have done. */
export interface AuditedCall {
  readonly time: string | null;
  readonly host: SessionHost;
  readonly session: string;
  /** The host's name of the tool, or `prompt`. */
  readonly tool: string;
  /** The command, the path or the arguments, shortened, without secrets. */
  readonly subject: string;
  /** The strictest of the findings. */
  readonly decision: AuditDecision;
  readonly findings: readonly AuditFinding[];
}

/** What was not read, in one file. */
export interface FileProblem {
  readonly file: string;
  readonly problem: string;
}

const STRICTNESS: readonly AuditDecision[] = ["allow", "change", "ask", "deny"];
const MAX_REASON_LENGTH = 400;

/** Collects what was read and found. */
export class Report {
  readonly decisions: Record<AuditDecision, number> = { allow: 0, change: 0, ask: 0, deny: 0 };
  readonly byHook = new Map<string, number>();
  readonly byRule = new Map<string, number>();
  readonly byTool = new Map<string, number>();
  readonly sessions = new Map<SessionHost, number>();
  readonly problems: FileProblem[] = [];
  readonly calls: AuditedCall[] = [];
  prompts = 0;
  toolCalls = 0;
  duplicates = 0;
  /** Findings of hooks that failed. */
  failures = 0;

  /** `keepsAll`: keep also the calls that the policy allows. */
  constructor(private readonly keepsAll: boolean) {}

  addSession(host: SessionHost): void {
    count(this.sessions, host);
  }

  addCall(host: SessionHost, call: RecordedCall, found: readonly AuditFinding[]): void {
    const tool = toolOf(host, call);
    const findings = found.map((finding) => ({
      ...finding,
      reason: finding.reason === undefined ? undefined : shown(finding.reason, MAX_REASON_LENGTH),
    }));
    const decisions = findings.map(({ decision }) => decision);
    const decision = STRICTNESS.findLast((one) => one === "allow" || decisions.includes(one as never)) ?? "allow";
    if (tool === "prompt") this.prompts++;
    else this.toolCalls++;
    this.decisions[decision]++;
    for (const { hook, rules, failed } of findings) {
      count(this.byHook, hook);
      count(this.byTool, tool);
      for (const rule of rules) count(this.byRule, `${hook}: ${rule}`);
      if (failed) this.failures++;
    }
    if (decision === "allow" && !this.keepsAll) return;
    const { time = null, session } = call;
    this.calls.push({ time, host, session, tool, subject: subjectOf(host, call), decision, findings });
  }

  /** Returns the calls in the order of their time. Sessions overlap. */
  get sortedCalls(): readonly AuditedCall[] {
    return this.calls.toSorted(
      ({ time: one }, { time: other }) => Date.parse(one ?? "") - Date.parse(other ?? "") || 0,
    );
  }

  addUnread(file: string, { invalid, cutOff, tooLong, unknown }: Unread): void {
    const parts = [
      ...(invalid > 0 ? [`${invalid} invalid lines`] : []),
      ...(cutOff > 0 ? ["the last line is cut off"] : []),
      ...(tooLong > 0 ? [`${tooLong} lines are too long`] : []),
      ...[...unknown].map(([type, times]) => `${times} of unknown type ${shown(type)}`),
    ];
    if (parts.length > 0) this.problems.push({ file, problem: parts.join(", ") });
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Returns counts with the largest first. */
export function sorted(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([, one], [, other]) => other - one);
}
