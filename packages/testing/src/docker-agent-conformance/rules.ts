import { broken, notApplicable } from "../conformance/finding.js";
import { readOutput, trimmed } from "../docker-agent/hook-output.js";
import { type DockerAgentEvent, effectOf } from "../docker-agent/index.js";
import { payloadText } from "../docker-agent/payload.js";
import { rulesOf } from "../docker-agent/versions.js";
import type { Lab, Run } from "./lab.js";
import { SAMPLE_PAYLOADS } from "./sample-payloads.js";

/** One thing that docker-agent relies on. */
export interface DockerAgentRule {
  /** Stable: `topic/name`. */
  readonly id: string;
  readonly sentence: string;
  /** Where it comes from. */
  readonly source: string;
  /** What docker-agent does when it is broken. */
  readonly why: string;
  /** Returns when the rule is held; throws a `Finding` otherwise. */
  check(lab: Lab): Promise<void>;
}

const RUN = "docker-agent v1.58.0 and v1.123.0 (run)";
const NEWEST = rulesOf("v1.123.0");

/** Every rule, by id. */
export const dockerAgentRules: readonly DockerAgentRule[] = [
  {
    id: "answer/one-object",
    sentence:
      "stdout is empty, or one JSON object and nothing else; plain text is context, at events that take context.",
    source: RUN,
    why: "docker-agent takes all of it for plain text: a refusal is lost, and the tool runs.",
    check: (lab) =>
      eachAnswer(lab, (run, event) => {
        const isText = !trimmed(run.stdout).startsWith("{") && lab.result(event, run).additionalContext !== undefined;
        if (!isText && asObject(run.stdout) === undefined) throw broken(run.sent, run.stdout);
      }),
  },
  {
    id: "answer/types",
    sentence: "Every field of the answer has the type that docker-agent reads.",
    source: RUN,
    why: "One wrong type anywhere makes plain text of the whole: a refusal is lost, and the tool runs.",
    check: (lab) =>
      eachAnswer(lab, (run) => {
        if (asObject(run.stdout) && !readOutput(run.stdout, NEWEST)) throw broken(run.sent, run.stdout);
      }),
  },
  {
    id: "answer/words",
    sentence: "The answer has only keys and values that docker-agent knows, in its case of letters.",
    source: RUN,
    why: 'What it does not know it drops without a word: "hookSpecificOutput", decision "deny", permission_decision "DENY".',
    check: (lab) =>
      eachAnswer(lab, (run) => {
        const fault = unknownWord(asObject(run.stdout) ?? {});
        if (fault !== undefined) throw broken(run.sent, run.stdout, `docker-agent does not read ${fault}.`);
      }),
  },
  {
    id: "denial/every-lane",
    sentence: "What denies a tool call denies it in the preempt_yolo lane, too, and never beside an allow.",
    source: "docker-agent v1.123.0 (run)",
    why: "There only permission_decision counts: with a block alone or exit 2 the tool runs.",
    async check(lab) {
      const run = await lab.at("pre_tool_use");
      const payload = SAMPLE_PAYLOADS.pre_tool_use;
      const usual = effectOf("pre_tool_use", payload, lab.result("pre_tool_use", run), {});
      if (usual.tool !== "denied") throw notApplicable("the hook does not deny the sample call");
      const result = lab.result("pre_tool_use", run, "preempt");
      const preempted = effectOf("pre_tool_use", payload, result, { lane: "preempt", yolo: true });
      if (preempted.tool !== "denied") throw broken(run.sent, said(run));
    },
  },
  {
    id: "denial/reason-once",
    sentence: "A denial gives its reason once, in permission_decision_reason.",
    source: RUN,
    why: "With a reason beside it the model reads it twice.",
    async check(lab) {
      const run = await lab.at("pre_tool_use");
      const { reason, hook_specific_output: specific } = readOutput(run.stdout, NEWEST) ?? {};
      if (specific?.permission_decision !== "deny") throw notApplicable("the hook does not deny the sample call");
      if (reason) throw broken(run.sent, run.stdout);
    },
  },
  {
    id: "end/code",
    sentence: "The process ends with code 0 for every event that it understands.",
    source: RUN,
    why: "Any other code but 2 is a pass, whatever was printed; 2 is no refusal in the preempt_yolo lane.",
    check: (lab) =>
      eachRun(lab, (run) => {
        if (!run.late && run.exit !== 0) throw broken(run.sent, said(run));
      }),
  },
  {
    id: "end/in-time",
    sentence: "The process ends by itself, in time.",
    source: RUN,
    why: "docker-agent waits for it at every event, and then goes on without it everywhere but at pre_tool_use.",
    check: (lab) =>
      eachRun(lab, (run) => {
        if (run.late) throw broken(run.sent, "it was still running at the limit");
      }),
  },
  {
    id: "end/pipes",
    sentence: "Nothing keeps stdout or stderr open when the process has ended.",
    source: RUN,
    why: "docker-agent waits for the pipes, beyond its own timeout.",
    check: (lab) =>
      eachRun(lab, (run) => {
        if (run.held) throw broken(run.sent, "a child held stdout or stderr after its end");
      }),
  },
  {
    id: "input/refused",
    sentence:
      'With onFailure "block", input that is no event is refused: by exit 2 and a reason on stderr, or a document.',
    source: RUN,
    why: "The hook was not asked what it should guard, and the call goes on.",
    async check(lab) {
      if ((await lab.policy()) !== "block") throw notApplicable('the hook does not say onFailure "block"');
      const { tool_name: _, ...nameless } = SAMPLE_PAYLOADS.pre_tool_use;
      const half = payloadText(SAMPLE_PAYLOADS.pre_tool_use).slice(0, -10);
      for (const text of ["", "{}", "[]", half, payloadText(nameless)]) {
        const run = await lab.with(text);
        if (lab.result("pre_tool_use", run).allowed) throw broken(text === "" ? "nothing" : text, said(run));
      }
    },
  },
  {
    id: "input/unknown-fields",
    sentence: "Fields that later versions add change nothing.",
    source: "docker-agent v1.58.0 and v1.123.0 (run): tool_category, safety_policy and others came in between",
    why: "An update of docker-agent would be a failure at every call.",
    async check(lab) {
      const usual = await lab.at("pre_tool_use");
      const more = await lab.with(payloadText({ ...SAMPLE_PAYLOADS.pre_tool_use, a_new_field: { deep: [1] } }));
      if (kindOf(lab, usual) !== kindOf(lab, more)) throw broken(more.sent, said(more));
    },
  },
];

/** Some at a time: most of a start is waiting. */
const AT_ONCE = 4;

async function eachRun(lab: Lab, check: (run: Run, event: DockerAgentEvent) => void): Promise<void> {
  for (let from = 0; from < lab.events.length; from += AT_ONCE) {
    const events = lab.events.slice(from, from + AT_ONCE);
    const runs = await Promise.all(events.map((event) => lab.at(event)));
    for (const [index, event] of events.entries()) check(runs[index] as Run, event);
  }
}

/** Of those that said something. */
function eachAnswer(lab: Lab, check: (run: Run, event: DockerAgentEvent) => void): Promise<void> {
  return eachRun(lab, (run, event) => {
    if (trimmed(run.stdout) !== "") check(run, event);
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

function kindOf(lab: Lab, run: Run): string {
  const { allowed, decision } = lab.result("pre_tool_use", run);
  return `${run.exit} ${allowed} ${decision}`;
}

/** How a run ended, for people. */
function said({ stdout, stderr, exit, signal, late }: Run): string {
  const end = late ? "no end" : signal === undefined ? `exit ${exit}` : `ended by ${signal}`;
  return [end, stdout.trim(), stderr.trim()].filter((text) => text !== "").join("; ");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What docker-agent relies on, sorted by id; ids are stable. `checkDockerAgentHook` runs a hook against it. */
export const dockerAgentManifest: readonly Pick<DockerAgentRule, "id" | "sentence" | "source">[] = dockerAgentRules.map(
  ({ id, sentence, source }) => ({ id, sentence, source }),
);
