import type { HookAnswer } from "../../host-tools/effect.js";
import {
  type HookOutput,
  type InstructionContext,
  keptInstructions,
  keptMessages,
  type MessageOfHost,
  readOutput,
  trimmed,
} from "./simulate-output.js";

/** The result that the host's executor computes from all hooks of an event. */
export interface HookResult {
  readonly allowed: boolean;
  readonly exitCode: number;
  readonly stderr: string;
  readonly permissionAllowed: boolean;
  readonly decision?: "allow" | "ask" | "deny";
  readonly decisionReason?: string;
  readonly message?: string;
  readonly modifiedInput?: Readonly<Record<string, unknown>>;
  /** New arguments that the host ignores, because of `preempt_yolo`. The host's own result does not have this field. */
  readonly unreadInput?: Readonly<Record<string, unknown>>;
  readonly additionalContext?: string;
  readonly systemMessage?: string;
  readonly updatedMessages?: readonly MessageOfHost[];
  readonly updatedToolResponse?: string;
  readonly summary?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly instructionContext?: readonly InstructionContext[];
}

export interface ExecuteOptions {
  readonly version: string;
  readonly event: string;
  /** Whether the hooks have `preempt_yolo: true`. Only for `pre_tool_use`. */
  readonly preempts?: boolean;
  /** `on_error` of the hooks, if it is `block`. */
  readonly onFailure?: "block" | undefined;
}

/** The events where plain text on stdout is context. */
const CONTEXT_EVENTS: readonly string[] = [
  "post_tool_use",
  "session_start",
  "user_prompt_submit",
  "user_steering_messages_submit",
  "user_followup_submit",
  "turn_start",
  "pre_compact",
  "stop",
  "worktree_create",
];
const WEIGHT = { allow: 1, ask: 2, deny: 3 } as const;

type Draft = { -readonly [Key in keyof HookResult]: HookResult[Key] } & {
  readonly messages: string[];
  readonly contexts: string[];
  readonly warnings: string[];
};

/**
 * Combines the answers of an event's hooks, in config order, into one result, by the rules of docker-agent's executor.
 */
export function executeHooks(answers: readonly HookAnswer[], options: ExecuteOptions): HookResult {
  const { event, version } = options;
  const draft: Draft = {
    allowed: true,
    exitCode: 0,
    stderr: "",
    permissionAllowed: false,
    messages: [],
    contexts: [],
    warnings: [],
  };
  for (const answer of answers) {
    const { exit = 0, stdout = "", stderr = "" } = answer;
    const failure = failureOf(answer);
    if (failure !== undefined) addFailure(draft, failure, stderr, options);
    else if (exit === 2) addBlock(draft, stderr);
    else if (exit === 0 && answer.signal === undefined) {
      const output = readOutput(stdout, version);
      if (output) addOutput(draft, output, options);
      else if (stdout !== "" && CONTEXT_EVENTS.includes(event)) draft.contexts.push(trimmed(stdout));
    }
    // Any other end counts as no decision, whatever the hook printed.
  }
  const { messages, contexts, warnings, ...result } = draft;
  return {
    ...result,
    ...joined("message", messages),
    ...joined("additionalContext", contexts),
    ...joined("systemMessage", warnings),
  };
}

/** Returns why the command did not run to its end, in docker-agent's words. */
function failureOf({ command = "", timedOut, timeout = 60, unstarted }: HookAnswer): string | undefined {
  if (timedOut !== true) return unstarted;
  return `hook ${JSON.stringify(command)} timed out after ${goDuration(timeout)}: context deadline exceeded`;
}

/** Formats a duration as Go does: 60 is `1m0s`. The config has whole seconds. */
function goDuration(timeout: number): string {
  const seconds = Math.ceil(timeout);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}h${minutes}m${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}

function addFailure(draft: Draft, failure: string, stderr: string, { event, onFailure }: ExecuteOptions): void {
  if (event !== "pre_tool_use" && onFailure !== "block") return;
  draft.allowed = false;
  draft.exitCode = -1;
  draft.stderr = stderr;
  draft.messages.push(`PreToolUse hook failed to execute: ${failure}`);
}

function addBlock(draft: Draft, stderr: string): void {
  draft.allowed = false;
  draft.exitCode = 2;
  if (stderr === "") return;
  draft.stderr = stderr;
  draft.messages.push(trimmed(stderr));
}

function addOutput(draft: Draft, output: HookOutput, { event, preempts = false }: ExecuteOptions): void {
  if (output.continue === false) {
    draft.allowed = false;
    if (output.stop_reason) draft.messages.push(output.stop_reason);
  }
  if (output.decision === "block") {
    draft.allowed = false;
    if (output.reason) draft.messages.push(output.reason);
  }
  if (output.system_message) draft.warnings.push(output.system_message);
  const specific = output.hook_specific_output;
  if (!specific) return;
  if (event === "pre_tool_use" || event === "permission_request") addPermission(draft, specific, event);
  if (event === "pre_tool_use" && specific.updated_input) {
    const input = preempts ? "unreadInput" : "modifiedInput";
    draft[input] = { ...draft[input], ...specific.updated_input };
  }
  if (event === "before_compaction" && specific.summary) draft.summary ??= specific.summary;
  if (event === "before_llm_call" && specific.updated_messages?.length) {
    draft.updatedMessages ??= keptMessages(specific.updated_messages);
  }
  if (event === "tool_response_transform" && specific.updated_tool_response !== undefined) {
    draft.updatedToolResponse ??= specific.updated_tool_response;
  }
  if (event === "permission_request" || preempts) addMetadata(draft, specific.metadata);
  if (specific.additional_context) draft.contexts.push(specific.additional_context);
  if (specific.instruction_context?.length) {
    draft.instructionContext = [...(draft.instructionContext ?? []), ...keptInstructions(specific.instruction_context)];
  }
}

type Specific = NonNullable<HookOutput["hook_specific_output"]>;

function addPermission(draft: Draft, specific: Specific, event: string): void {
  const { permission_decision: decision, permission_decision_reason: reason } = specific;
  if (decision !== "allow" && decision !== "ask" && decision !== "deny") return;
  if (event === "pre_tool_use" && WEIGHT[decision] > (draft.decision ? WEIGHT[draft.decision] : 0)) {
    draft.decision = decision;
    delete draft.decisionReason;
    if (reason) draft.decisionReason = reason;
  }
  if (decision === "deny") {
    draft.allowed = false;
    if (reason) draft.messages.push(reason);
  }
  if (decision === "allow") {
    if (event === "permission_request") draft.permissionAllowed = true;
    if (reason) draft.contexts.push(reason);
  }
}

function addMetadata(draft: Draft, metadata: Specific["metadata"]): void {
  if (metadata && Object.keys(metadata).length > 0) draft.metadata = { ...draft.metadata, ...metadata };
}

function joined<Key extends string>(key: Key, texts: readonly string[]): { readonly [K in Key]?: string } {
  const text = texts.join("\n");
  return (text === "" ? {} : { [key]: text }) as { readonly [K in Key]?: string };
}
