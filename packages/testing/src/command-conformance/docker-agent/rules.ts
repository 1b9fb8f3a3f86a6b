import { broken, notApplicable } from "../../conformance/finding.js";
import { readOutput, trimmed } from "../../docker-agent/hook-output.js";
import { type DockerAgentEvent, effectOf } from "../../docker-agent/index.js";
import { rulesOf } from "../../docker-agent/versions.js";
import { eachRun, said } from "../each-run.js";
import type { CommandRule, Lab, Run } from "../lab.js";
import { processRules } from "../process-rules.js";
import type { ResultOf } from "./result-of.js";
import { SAMPLE_PAYLOADS } from "./sample-payloads.js";

const RUN = "docker-agent v1.58.0 and v1.123.0 (run)";
const NEWEST = rulesOf("v1.123.0");

/** Every rule, by id. */
export const dockerAgentRules = (resultOf: ResultOf): readonly CommandRule[] => [
  {
    id: "answer/one-object",
    sentence:
      "stdout is empty, or one JSON object and nothing else; plain text is context, at events that take context.",
    source: RUN,
    why: "docker-agent treats all of it as plain text: a denial is lost, and the tool runs.",
    check: (lab) =>
      eachAnswer(lab, (run, event) => {
        const isText = !trimmed(run.stdout).startsWith("{") && resultOf(event, run).additionalContext !== undefined;
        if (!isText && asObject(run.stdout) === undefined) throw broken(run.sent, run.stdout);
      }),
  },
  {
    id: "answer/types",
    sentence: "Every field of the answer has the type that docker-agent reads.",
    source: RUN,
    why: "One wrong type anywhere turns the whole answer into plain text: a denial is lost, and the tool runs.",
    check: (lab) =>
      eachAnswer(lab, (run) => {
        if (asObject(run.stdout) && !readOutput(run.stdout, NEWEST)) throw broken(run.sent, run.stdout);
      }),
  },
  {
    id: "answer/words",
    sentence: "The answer has only keys and values that docker-agent supports, in the same letter case.",
    source: RUN,
    why: 'It silently drops everything else: "hookSpecificOutput", decision "deny", permission_decision "DENY".',
    check: (lab) =>
      eachAnswer(lab, (run) => {
        const fault = unknownWord(asObject(run.stdout) ?? {});
        if (fault !== undefined) throw broken(run.sent, run.stdout, `docker-agent does not read ${fault}.`);
      }),
  },
  {
    id: "denial/every-variant",
    sentence: "A denial of a tool call also denies it in the preempt_yolo variant, and never comes with an allow.",
    source: "docker-agent v1.123.0 (run)",
    why: "That variant reads only permission_decision: with only a block or exit 2, the tool runs.",
    async check(lab) {
      const run = await lab.at(lab.host.toolCall);
      const payload = SAMPLE_PAYLOADS.pre_tool_use;
      const usual = effectOf("pre_tool_use", payload, resultOf("pre_tool_use", run), {});
      if (usual.tool !== "denied") throw notApplicable("the hook does not deny the sample call");
      const result = resultOf("pre_tool_use", run, "preempt");
      const preempted = effectOf("pre_tool_use", payload, result, { variant: "preempt", yolo: true });
      if (preempted.tool !== "denied") throw broken(run.sent, said(run));
    },
  },
  {
    id: "denial/reason-once",
    sentence: "A denial gives its reason once, in permission_decision_reason.",
    source: RUN,
    why: "If reason is set too, the model reads it twice.",
    async check(lab) {
      const run = await lab.at(lab.host.toolCall);
      const { reason, hook_specific_output: specific } = readOutput(run.stdout, NEWEST) ?? {};
      if (specific?.permission_decision !== "deny") throw notApplicable("the hook does not deny the sample call");
      if (reason) throw broken(run.sent, run.stdout);
    },
  },
  ...processRules({
    source: RUN,
    exit: "Any code other than 2 lets the call pass, whatever was printed; in the preempt_yolo variant, 2 does not deny either.",
    late: "docker-agent waits for it at every event, then continues without it everywhere except at pre_tool_use.",
    held: "docker-agent waits for the pipes, even past its own timeout.",
    growth:
      "docker-agent v1.58.0 and v1.123.0 (run): tool_category, safety_policy and other fields were added in between",
    update: "After an update of docker-agent, the hook would fail at every call.",
  }),
];

/** Checks only runs that printed something. */
function eachAnswer(lab: Lab, check: (run: Run, event: DockerAgentEvent) => void): Promise<void> {
  return eachRun(lab, (run, { event }) => {
    if (trimmed(run.stdout) !== "") check(run, event as DockerAgentEvent);
  });
}

function asObject(stdout: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(trimmed(stdout));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const KEYS = [
  "continue",
  "stop_reason",
  "suppress_output",
  "system_message",
  "decision",
  "reason",
  "hook_specific_output",
];
const SPECIFIC = [
  "hook_event_name",
  "permission_decision",
  "permission_decision_reason",
  "updated_input",
  "additional_context",
  "summary",
  "updated_messages",
  "updated_tool_response",
  "metadata",
  "instruction_context",
];

function unknownWord(answer: Readonly<Record<string, unknown>>): string | undefined {
  const { decision, hook_specific_output: specific } = answer;
  const inner = isObject(specific) ? specific : {};
  const key = [
    ...Object.keys(answer).filter((one) => !KEYS.includes(one)),
    ...Object.keys(inner).filter((one) => !SPECIFIC.includes(one)),
  ][0];
  if (key !== undefined) return `the key "${key}"`;
  if (decision !== undefined && decision !== "block") return `decision ${JSON.stringify(decision)}`;
  const permission = inner.permission_decision;
  const known = permission === undefined || ["allow", "ask", "deny"].includes(String(permission));
  return known ? undefined : `permission_decision ${JSON.stringify(permission)}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
