import type { HookResult } from "./execute.js";
import { type MessageOfHost, trimmed } from "./hook-output.js";
import { cutResult, isTooLong } from "./long-results.js";
import type { DockerAgentEvent, Variant } from "./versions.js";

/** What the program does after it called its hooks. */
export interface Effect {
  /** `false` if the host does not call the hook at all, so its answer cannot count. */
  readonly asked: boolean;
  /** `ends`: the run stops, and in headless mode the program exits with code 1. */
  readonly turn: "goes on" | "ends";
  /** Why something was denied, cancelled or ended, in the hook's words, or the host's if the hook gave none. */
  readonly reason?: string;
  /** Shown to the user. */
  readonly warning?: string;
}

export interface ToolCallEffect extends Effect {
  readonly tool: "runs" | "denied" | "asks";
  /** Who decides next. `rules`: the user's rules, then default `pre_tool_use` hooks. A `person` rejects if headless. */
  readonly asks?: "rules" | "permission_request" | "person";
  /** The arguments that the tool gets. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The tool's result for the model if the call is denied. */
  readonly result?: string;
}

export interface ToolResultEffect extends Effect {
  /** The text that the model gets. */
  readonly result: string;
  /**
   * Whether the host truncated the result itself: a hook's rewrite is lost, and the model gets the end of the original.
   */
  readonly cut: boolean;
}

export interface ModelCallEffect extends Effect {
  /** The messages of this request; later requests are not affected. */
  readonly messages: readonly MessageOfHost[];
}

export interface ContextEffect extends Effect {
  /** System text for the model, for this turn. */
  readonly context: readonly string[];
}

export interface CompactionEffect extends Effect {
  readonly compaction: "runs" | "cancelled";
  /** Added to the request for a summary. */
  readonly context: readonly string[];
  /** Used as it is, without calling the model. */
  readonly summary?: string;
}

/** The events where a block ends the run before the model is called, and text is context for the model. */
type PromptEvent = "user_prompt_submit" | "user_followup_submit" | "user_steering_messages_submit";

/** The effect that an answer can have at each event. */
export type EffectOf<Event extends DockerAgentEvent> = Event extends "pre_tool_use" | "permission_request"
  ? ToolCallEffect
  : Event extends "tool_response_transform"
    ? ToolResultEffect
    : Event extends "before_llm_call"
      ? ModelCallEffect
      : Event extends PromptEvent | "session_start" | "turn_start" | "worktree_create"
        ? ContextEffect
        : Event extends "pre_compact" | "before_compaction"
          ? CompactionEffect
          : Effect;

export interface EffectOptions {
  readonly variant?: Variant;
  /** Whether something else lets the call run: `--yolo`, an allow rule, or a safety mode. */
  readonly yolo?: boolean;
}

/** The payload that the host sent. Only `tool_input`, `tool_response`, `tool_category` and `messages` matter. */
export type Payload = Readonly<Record<string, unknown>>;

/** Returns the effect of the executor's result. Without a result, the hook was not called. */
export function effectOf<Event extends DockerAgentEvent>(
  event: Event,
  payload: Payload,
  result: HookResult | undefined,
  options: EffectOptions,
): EffectOf<Event> {
  return effectAt(event, payload, result, options) as EffectOf<Event>;
}

function effectAt(event: DockerAgentEvent, payload: Payload, result: HookResult | undefined, options: EffectOptions) {
  const { systemMessage } = result ?? {};
  const effect: Effect = {
    asked: result !== undefined,
    turn: "goes on",
    ...(systemMessage !== undefined && !SILENT.includes(event) ? { warning: systemMessage } : {}),
  };
  switch (event) {
    case "pre_tool_use":
      return preToolUse(effect, payload, result, options);
    case "permission_request":
      return permissionRequest(effect, payload, result, options);
    case "tool_response_transform":
      return toolResponseTransform(effect, payload, result);
    case "before_llm_call": {
      const sent = (payload.messages ?? []) as readonly MessageOfHost[];
      const ended = endedBy(effect, result);
      return { ...ended, messages: (ended.turn === "goes on" ? result?.updatedMessages : undefined) ?? sent };
    }
    case "post_tool_use":
      return endedBy(effect, result);
    case "user_prompt_submit":
    case "user_followup_submit":
    case "user_steering_messages_submit": {
      const ended = endedBy(effect, result);
      return { ...ended, context: ended.turn === "goes on" ? contextOf(result) : [] };
    }
    case "worktree_create":
      return { ...endedBy(effect, result, "a worktree_create hook blocked the run"), context: contextOf(result) };
    case "session_start":
    case "turn_start":
      return { ...effect, context: [...contextOf(result), ...instructionsOf(result)] };
    case "pre_compact":
    case "before_compaction":
      return compaction(effect, event, result);
    default:
      return effect;
  }
}

/** The events whose `system_message` is not shown. */
const SILENT: readonly DockerAgentEvent[] = [
  "before_llm_call",
  "after_llm_call",
  "session_end",
  "on_user_input",
  "notification",
  "on_error",
  "on_max_iterations",
  "on_session_resume",
  "on_agent_switch",
  "on_tool_approval_decision",
  "subagent_stop",
];

function preToolUse(
  effect: Effect,
  payload: Payload,
  result: HookResult | undefined,
  { variant = "default", yolo = false }: EffectOptions,
): ToolCallEffect {
  const args = argumentsOf(payload);
  if (!result && yolo) return { ...effect, tool: "runs", arguments: args };
  if (!result) return { ...effect, tool: "asks", asks: "permission_request", arguments: args };
  if (variant === "preempt") {
    // Only the permission decision counts in this variant: not a block, exit code 2, a timeout or new arguments.
    if (result.decision === "ask") return { ...effect, tool: "asks", asks: "person", arguments: args };
    if (result.decision !== "deny" && yolo) return { ...effect, tool: "runs", arguments: args };
    if (result.decision !== "deny") return { ...effect, tool: "asks", asks: "rules", arguments: args };
    return denied(effect, args, "The tool call was rejected by a pre_tool_use hook.", result.decisionReason);
  }
  const rewritten = result.modifiedInput ?? args;
  if (!result.allowed) {
    const { message = "" } = result;
    const text = { tool: "denied", arguments: rewritten, result: `Tool call blocked by hook: ${message}` } as const;
    return { ...effect, ...text, ...(message === "" ? {} : { reason: message }) };
  }
  if (result.decision === "allow") return { ...effect, tool: "runs", arguments: rewritten };
  return { ...effect, tool: "asks", asks: "permission_request", arguments: rewritten };
}

function permissionRequest(
  effect: Effect,
  payload: Payload,
  result: HookResult | undefined,
  { yolo = false }: EffectOptions,
): ToolCallEffect {
  const args = argumentsOf(payload);
  if (result && !result.allowed) {
    return denied(effect, args, "The tool call was rejected by a permission_request hook.", result.message);
  }
  const runs = result ? result.permissionAllowed : yolo;
  return runs
    ? { ...effect, tool: "runs", arguments: args }
    : { ...effect, tool: "asks", asks: "person", arguments: args };
}

function denied(effect: Effect, args: ToolCallEffect["arguments"], text: string, words = ""): ToolCallEffect {
  const reason = trimmed(words);
  if (reason === "") return { ...effect, tool: "denied", arguments: args, result: text };
  return { ...effect, tool: "denied", arguments: args, result: `${text} Reason: ${reason}`, reason };
}

function argumentsOf({ tool_input }: Payload): ToolCallEffect["arguments"] {
  return (tool_input ?? {}) as ToolCallEffect["arguments"];
}

function toolResponseTransform(effect: Effect, payload: Payload, result: HookResult | undefined): ToolResultEffect {
  const original = typeof payload.tool_response === "string" ? payload.tool_response : "";
  const cut = isTooLong(original, payload.tool_category);
  const text = cut ? cutResult(original) : (result?.updatedToolResponse ?? original);
  return { ...effect, result: trimmed(text) === "" ? "(no output)" : text, cut };
}

function compaction(effect: Effect, event: DockerAgentEvent, result: HookResult | undefined): CompactionEffect {
  if (result && !result.allowed) {
    const reason = result.message === undefined ? {} : { reason: result.message };
    return { ...effect, compaction: "cancelled", context: [], ...reason };
  }
  const context = event === "pre_compact" ? contextOf(result) : [];
  const summary = result?.summary === undefined ? {} : { summary: result.summary };
  return { ...effect, compaction: "runs", context, ...summary };
}

function endedBy(effect: Effect, result: HookResult | undefined, unsaid = "Agent terminated by a hook."): Effect {
  return !result || result.allowed ? effect : { ...effect, turn: "ends", reason: result.message ?? unsaid };
}

function contextOf(result: HookResult | undefined): readonly string[] {
  return result?.additionalContext === undefined ? [] : [result.additionalContext];
}

function instructionsOf(result: HookResult | undefined): readonly string[] {
  return (result?.instructionContext ?? [])
    .filter(({ removed, unavailable, set_marker }) => !removed && !unavailable && !set_marker)
    .map(({ content = "" }) => content)
    .filter((content) => trimmed(content) !== "");
}
