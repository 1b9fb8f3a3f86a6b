import { documentIn, textAt } from "../../host-tools/document.js";
import type { Change, HookAnswer, Payload } from "../../host-tools/effect.js";
import type { Simulation } from "../../host-tools/simulation.js";
import { FIELDS } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };

/** What Goose does, from its source code; not run. */
export const simulation: Simulation = {
  ...recorded,
  isRead: true,
  shell: ["/bin/sh", "-c"],
  beforeTool: "PreToolUse",
  afterTool: "PostToolUse",
  fields: FIELDS,
  withCopies,
  result: (_, text) => text,
  shellTool: "shell",
  harmlessCalls: () => [{ tool: "shell", input: { command: "true" } }],
  documentFor: (decision, reason) => (decision === "deny" ? { decision: "block", reason } : { decision: "allow" }),
  exitCodes:
    "2 denies with the text on stderr. Others count as a failed hook, and the tool runs unless the entry has on_failure.",
  kinds: { PreToolUse: "before tool", Stop: "stop" },
  knownKeys: (event) => ({ answer: event === "PreToolUse" || event === "Stop" ? ["decision", "reason"] : [] }),
  specific: { key: "" },
  changeBy({ event, answer, situation }) {
    if (event !== "PreToolUse" && event !== "Stop") return {};
    const verdict = verdictOn(answer);
    if (verdict === undefined) return {};
    const { reason, hasFailed } = verdict;
    if (event === "Stop") return hasFailed ? {} : { turn: "continues", reason, context: [reason] };
    if (hasFailed && situation.onFailure !== "block") return {};
    return denied(reason, hasFailed ? FAILED : DENIED);
  },
};

/** Goose compares a matcher with the name of the tool, and sends the result of a tool to no hook. */
function withCopies({ tool_output: _, ...payload }: Payload): Payload {
  return payload.tool_name === undefined ? payload : { ...payload, matcher_context: payload.tool_name };
}

interface Verdict {
  readonly reason: string;
  readonly hasFailed: boolean;
}

/** Returns why a hook denies or has failed, or `undefined` if it allows the call. */
function verdictOn({ exit = 0, signal, stdout = "", stderr = "", timedOut }: HookAnswer): Verdict | undefined {
  if (timedOut === true) return failed("the hook command failed to run");
  if (signal === undefined && exit === 2) return { reason: stderr.trim() || DEFAULT_REASON, hasFailed: false };
  const text = stdout.trim();
  const document = documentIn(text) ?? {};
  if (document.decision === "block") {
    return { reason: textAt(document, "reason") ?? DEFAULT_REASON, hasFailed: false };
  }
  if (signal !== undefined) return failed("the hook was terminated by a signal");
  if (exit !== 0) return failed(`the hook exited with status ${exit} and no usable decision`);
  if (text === "" || document.decision === "allow") return undefined;
  return failed("the hook exited 0 without an allow or block decision on stdout");
}

function failed(reason: string): Verdict {
  return { reason, hasFailed: true };
}

const DEFAULT_REASON = "denied by plugin hook";
const DENIED = (reason: string) =>
  `Tool call denied by policy hook: ${reason}. Do not retry; this is a policy denial, not a transient failure.`;
const FAILED = (reason: string) =>
  `Tool call blocked because a policy hook could not complete: ${reason}. That hook is configured to block on failure.`;

function denied(reason: string, sentence: (reason: string) => string): Change {
  return { tool: "does not run", reason, result: sentence(reason) };
}
