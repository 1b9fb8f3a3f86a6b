import { documentIn, type Effect, fieldIn, type HookAnswer, type Payload } from "@agent-hook/sdk/internal/simulations";
import { isObject } from "@agent-hook/sdk/internal/text";
import type { Difference } from "@agent-hook/sdk/internal/transcript";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { effectOfAnswer, kindOfEvent, type SimulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { oneLine, showValue } from "../../terminal/show-value.js";
import { type CallDecision, changesBetween, type DecisionKind, partsOf } from "../call-decision.js";
import { launcherFailure } from "../handler-failures.js";

interface HostCall {
  readonly host: SimulatedHost;
  readonly event: string;
  readonly payload: Payload;
  readonly answer: HookAnswer;
  readonly effect: Effect;
}

/** Describes the hook's decision and its effect in the agent. */
export function decisionOf(call: HostCall): CallDecision {
  const changes = changesOf(call);
  const [kind, sentence] = describeEffect(call, changes);
  return { kind, sentence, consequence: consequenceOf(call), changes };
}

function describeEffect(
  call: HostCall,
  changes: readonly Difference[],
): readonly [kind: DecisionKind, sentence: string] {
  const { host, event, effect } = call;
  const { tool, turn, approved, context = [], answer } = effect;
  const failure = failureOf(call);
  if (failure !== undefined) return ["failed", `failed: ${failure}`];
  const kind = kindOfEvent(host.name, event);
  const reasonText = effect.reason || "no reason given";
  if (effect.answered) return ["answered", "answered instead of the tool"];
  if (tool === "does not run")
    return turn === "ends" && !host.simulation.denialEndsTurn
      ? ["aborted", `aborted: ${reasonText}`]
      : ["denied", `denied: ${reasonText}`];
  if (tool === "asks" && answer === "taken" && hookAsks(call)) return ["asks", `asks the user: ${reasonText}`];
  if (kind === "stop")
    return turn === "continues" ? ["denied", `prevents the stop: ${reasonText}`] : ["continues", "no decision"];
  if (turn === "ends" && HOST_EVENTS[host.name]?.[event]?.point === "onPrompt")
    return ["denied", `denied: ${reasonText}`];
  if (turn === "ends" || effect.compaction !== undefined) return ["aborted", `aborted: ${reasonText}`];
  if (changes.length > 0) return ["changed", `changed ${partsOf(changes).join(", ")}`];
  if (approved) return ["approved", "allowed without asking"];
  if (context.length > 0) return ["changed", `added context: ${oneLine(context.join(" "))}`];
  if (kind === "other") return ["received", `received; ${host.title} has no known answer to this event`];
  return ["continues", "no decision"];
}

/** Returns whether a tool call waits for the user because of the answer, and not because of the host's own rules. */
function hookAsks({ host, event, payload, effect }: HostCall): boolean {
  return effect.reason !== undefined || effectOfAnswer(host.text, event, payload, {}).tool !== "asks";
}

/** Returns why the agent has no valid answer from the hook, or `undefined` if it has one. */
function failureOf({ host, event, answer, effect }: HostCall): string | undefined {
  const { stderr = "", stdout = "", exit = 0, signal, timedOut, unstarted } = answer;
  const launcher = launcherFailure(stderr);
  if (launcher !== undefined) return launcher;
  if (timedOut) return "it did not exit in time";
  if (unstarted !== undefined) return `it could not be started: ${unstarted}`;
  if (signal !== undefined) return `it was killed by ${signal}`;
  if (exit !== 0 && exit !== 2) return `it exited with code ${exit}, which is not an answer`;
  if (exit === 2 && effect.answer === "taken") return undefined;
  if (stdout.trim() !== "" && documentIn(stdout) === undefined && effect.context === undefined) {
    return `its output is not an answer: ${oneLine(stdout)}`;
  }
  const dropped = effect.answer === "dropped" && kindOfEvent(host.name, event) !== "other";
  return dropped ? `${host.title} ignores its output: ${oneLine(stdout || `exit ${exit}`)}` : undefined;
}

/** Returns what the hook changed. */
function changesOf({ host, payload, effect }: HostCall): Difference[] {
  const { fields, textField = "" } = host.simulation;
  const { ignored, arguments: args = ignored?.arguments, result, prompt, request, reply, tool } = effect;
  const isResultChange = result !== undefined && tool === undefined;
  const change = (part: string, before: unknown, after: unknown) =>
    after === undefined ? [] : changesBetween({ [part]: before }, { [part]: after });
  return [
    ...change("arguments", fieldIn(payload, fields.input) ?? {}, args),
    ...(isResultChange
      ? change("result", originalResult(result, fieldIn(payload, fields.result), textField), result)
      : []),
    ...change("prompt", payload.prompt ?? payload.transformedPrompt, prompt),
    ...change("request", changedFieldsOf(payload.llm_request ?? payload, request), request),
    ...change("reply", replyText(payload.llm_response), reply),
  ];
}

/** Returns the fields of the whole request that a partial request changes. */
function changedFieldsOf(whole: unknown, part: unknown): unknown {
  if (!isObject(whole) || !isObject(part)) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name in part));
}

/** Returns the tool's original result, or only the text of that result if a text replaces it. */
function originalResult(result: unknown, original: unknown, textField: string): unknown {
  return typeof result === "string" && isObject(original) ? (original[textField] ?? original) : original;
}

function replyText(response: unknown): unknown {
  return isObject(response) ? response.text : undefined;
}

function consequenceOf({ host, event, answer, effect }: HostCall): string {
  const { turn, tool, result, nextCall, prompt, request, reply, context = [], reason, compaction, summary } = effect;
  const stops = turn === "ends" && kindOfEvent(host.name, event) !== "stop";
  const parts = [
    ...(turn === "hangs" ? [answer.timedOut ? "waits forever" : "waits for the user, forever in a headless run"] : []),
    ...(tool === undefined || turn === "hangs" ? [] : [toolConsequence(effect)]),
    ...(result !== undefined && tool === undefined ? [`gives the model: ${formatValue(result)}`] : []),
    ...(nextCall === undefined ? [] : [`calls ${nextCall.tool} instead`]),
    ...(prompt === undefined ? [] : [`sends the model the prompt: ${oneLine(prompt)}`]),
    ...(request === undefined ? [] : ["sends the changed request to the model"]),
    ...(reply === undefined ? [] : [`uses the reply: ${oneLine(reply)}`]),
    ...(context.length === 0 ? [] : [`gives the model the context: ${oneLine(context.join(" "))}`]),
    ...(compaction === undefined ? [] : [`does not compact: ${reason || "no reason given"}`]),
    ...(summary === undefined ? [] : [`uses the summary: ${oneLine(summary)}`]),
    ...(stops ? [tool === undefined && reason ? `ends the turn: ${reason}` : "ends the turn"] : []),
  ];
  if (parts.length > 0) return parts.join(", ");
  return turn === "ends" ? "stops" : "continues";
}

const ASK_TEXTS = {
  rules: "applies its own rules and then asks the user",
  hooks: "calls the hooks at its permission event and then asks the user",
  person: "asks the user",
} as const;

function toolConsequence({ tool, asks = "rules", result, turn, arguments: args, approved, ignored }: Effect): string {
  const ignoredNote = ignored === undefined ? "" : "; it ignores changed arguments in this variant";
  if (tool === "asks") return `${ASK_TEXTS[asks]}; a headless run denies the call${ignoredNote}`;
  if (tool === "does not run") {
    const reads = turn === "ends" || result === undefined ? "" : `; the model reads: ${formatValue(result)}`;
    return `does not run the tool${reads}`;
  }
  const changed = args === undefined ? "" : " with the changed arguments";
  return `runs the tool${changed}, ${approved ? "bypassing the user's rules" : "if its own rules allow it"}`;
}

function formatValue(value: unknown): string {
  return typeof value === "string" ? oneLine(value) : showValue(value);
}
