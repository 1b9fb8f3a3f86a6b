import { isDeepStrictEqual } from "node:util";
import type { Difference } from "@agent-hook/sdk/transcript";
import type {
  CompactionEffect,
  ContextEffect,
  DockerAgentEvent,
  Effect,
  EffectOf,
  HookResult,
  HookRun,
  Payload,
  ToolCallEffect,
  ToolResultEffect,
} from "@agent-hook/testing/docker-agent";
import { isObject } from "../../host-config/json-objects.js";
import { oneLine } from "../../terminal/show-value.js";
import type { Decision, DecisionKind } from "../decision.js";
import { launcherFailure } from "../handler-failures.js";
import { between, partsIn } from "./between.js";
import { answered } from "./printed.js";

/** A call through docker-agent's executor, and its result. */
export interface Asked {
  readonly event: DockerAgentEvent;
  readonly payload: Payload;
  readonly run: HookRun;
  readonly result: HookResult | undefined;
  readonly effect: EffectOf<DockerAgentEvent>;
}

/** Describes the hook's decision and its effect in docker-agent. */
export function decisionOf(asked: Asked): Decision {
  const changes = changesOf(asked);
  const [kind, sentence] = verdict(asked, changes);
  return { kind, sentence, consequence: consequenceOf(asked, changes), changes };
}

function verdict(asked: Asked, changes: readonly Difference[]): readonly [kind: DecisionKind, sentence: string] {
  const { event, result } = asked;
  const failure = failureOf(asked);
  if (failure !== undefined) return ["failed", `failed: ${failure}`];
  const refused = event === "pre_tool_use" || event === "permission_request" ? "denied" : "aborted";
  const reason = result?.decisionReason ?? result?.message;
  if (result?.allowed === false || result?.decision === "deny")
    return [refused, `${refused}: ${reason ?? "no reason given"}`];
  if (result?.decision === "ask") return ["asks", `asks the user: ${reason ?? "no reason given"}`];
  if (result?.decision === "allow" || result?.permissionAllowed) return ["approved", "allowed without asking"];
  if (changes.length > 0) return ["changed", `changed ${partsIn(changes)}`];
  if (result?.additionalContext !== undefined)
    return ["changed", `added context: ${oneLine(result.additionalContext)}`];
  return NEVER_ANSWERED.includes(event)
    ? ["told", "received; docker-agent reads no answer here"]
    : ["continues", "no decision"];
}

const NEVER_ANSWERED: readonly string[] = ["after_llm_call", "turn_end", "stop", "session_end", "on_error"];

/** Returns why docker-agent has no valid answer from the hook. */
function failureOf({ event, run, result }: Asked): string | undefined {
  const { stderr = "", stdout = "", exit = 0, signal, failed } = run;
  const launcher = launcherFailure(stderr);
  if (launcher !== undefined) return launcher;
  if (failed !== undefined) return "it did not exit in time, or could not be started";
  if (signal !== undefined) return `it was killed by ${signal}`;
  if (exit === 2 && result?.allowed === false) return undefined;
  if (exit !== 0) return `it exited with code ${exit}, which is not an answer`;
  if (stdout.trim() === "" || answered(stdout) !== undefined || CONTEXT.includes(event)) return undefined;
  return `its output is not an answer: ${oneLine(stdout)}`;
}

/** Events for which docker-agent uses any output text as context. */
const CONTEXT: readonly string[] = [
  "session_start",
  "turn_start",
  "user_prompt_submit",
  "user_followup_submit",
  "user_steering_messages_submit",
  "pre_compact",
  "worktree_create",
];

/** Returns what the hook wanted to change, whether docker-agent accepts it or not. */
function changesOf({ payload, run }: Asked): Difference[] {
  const { updated_input: args, updated_messages: messages, updated_tool_response: result } = specificIn(run.stdout);
  return [
    ...(isObject(args) ? between("arguments", payload.tool_input ?? {}, args) : []),
    ...(Array.isArray(messages) && messages.length > 0 ? between("messages", payload.messages, messages) : []),
    ...(typeof result === "string" ? between("result", payload.tool_response, result) : []),
  ];
}

function specificIn(stdout: string | undefined): Readonly<Record<string, unknown>> {
  const specific = answered(stdout)?.hook_specific_output;
  return isObject(specific) ? specific : {};
}

function consequenceOf(asked: Asked, changes: readonly Difference[]): string {
  const { event, effect, run } = asked;
  const { turn, reason } = effect as Effect;
  if (turn === "ends") return `ends the run: ${reason}`;
  if ("tool" in effect) return ofCall(asked, effect);
  if ("cut" in effect) return ofResult(effect);
  if ("messages" in effect) return ofModel(changes);
  if ("compaction" in effect) return ofCompaction(effect as CompactionEffect);
  const { context = [] } = effect as Partial<ContextEffect>;
  if (context.length > 0) return `gives the model the context: ${oneLine(context.join(" "))}`;
  const refuses = answered(run.stdout)?.decision === "block";
  return refuses ? `continues: it reads no denial at ${event}` : "continues";
}

const ASKS = {
  rules: "applies its rules and --yolo, and then calls the hooks without preempt_yolo",
  permission_request: "calls the permission_request hooks and then asks the user; a headless run denies the call",
  person: "asks the user; a headless run denies the call",
} as const;

function ofCall({ run }: Asked, effect: ToolCallEffect): string {
  const { tool, asks = "person", result = "" } = effect;
  if (tool === "denied") return `does not run the tool; the model reads: ${result}`;
  const wanted = specificIn(run.stdout).updated_input;
  const ignored = isObject(wanted) && !isDeepStrictEqual(wanted, effect.arguments);
  return `${tool === "runs" ? "runs the tool" : ASKS[asks]}${ignored ? "; it ignores changed arguments in this variant" : ""}`;
}

function ofResult({ result, cut }: ToolResultEffect): string {
  return cut ? "keeps its own excerpt of a long result and ignores changes" : `gives the model: ${oneLine(result)}`;
}

function ofModel(changes: readonly Difference[]): string {
  return `sends the model the ${changes.length > 0 ? "changed messages" : "unchanged messages"}`;
}

function ofCompaction({ compaction, context, summary, reason }: CompactionEffect): string {
  if (compaction === "cancelled") return `does not compact: ${reason ?? "no reason given"}`;
  if (summary !== undefined) return `uses the summary: ${oneLine(summary)}`;
  return context.length > 0 ? `adds to the summary request: ${oneLine(context.join(" "))}` : "continues";
}
