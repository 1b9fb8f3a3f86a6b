import type { BlockingAnswer, CommonAnswer, SpecificAnswer } from "../../command-hook/native-answer.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";

/** What Codex writes to stdin at an event. */
export type CodexPayload<Event extends EventName> = CodexEvent & CodexPayloads[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` has no opinion
type NativeReply<Event extends EventName> = CodexAnswer<Event> | void;

/**
 * Handlers for Codex's own events, for everything without a portable point. They run after the handlers of the event's
 * point, unless those denied the call, and see their changes.
 *
 * @example native: { codex: { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type CodexHandlers<Env> = {
  readonly [Event in EventName]?: (
    input: CodexPayload<Event>,
    context: Context<Env>,
  ) => NativeReply<Event> | Promise<NativeReply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly codex?: CodexHandlers<Env>;
  }
}

type Open = Readonly<Record<string, unknown>>;

/** Fields of every payload of Codex. There may be others. */
export interface CodexEvent {
  readonly session_id: string;
  /** Missing at the start and the end of a session. */
  readonly turn_id?: string;
  readonly transcript_path?: string | null;
  readonly cwd: string;
  readonly hook_event_name: string;
  readonly model?: string;
  /** `bypassPermissions` under the approval policy `never`. */
  readonly permission_mode?: string;
  /** Only in a sub-agent. */
  readonly agent_id?: string;
  readonly agent_type?: string;
  readonly [field: string]: unknown;
}

interface ToolEvent {
  /** `Bash` for every shell. */
  readonly tool_name: string;
  /** For `Bash` only the command, for `apply_patch` the patch as `command`. */
  readonly tool_input: Open;
  readonly tool_use_id?: string;
}
interface Ended {
  readonly stop_hook_active?: boolean;
  readonly last_assistant_message?: string | null;
}

interface TokenUsage {
  readonly input_tokens?: number;
  readonly cached_input_tokens?: number;
  readonly cache_write_input_tokens?: number;
  readonly output_tokens?: number;
  readonly reasoning_output_tokens?: number;
  readonly total_tokens?: number;
  readonly [field: string]: unknown;
}

/** The fields of each event in addition to `CodexEvent`. */
export interface CodexPayloads {
  readonly PreToolUse: ToolEvent;
  readonly PermissionRequest: ToolEvent;
  readonly PostToolUse: ToolEvent & { readonly tool_response?: unknown };
  readonly PreModelRequest: {};
  readonly PostModelRequest: {
    /** `completed` or `failed` (observed). */
    readonly status: string;
    readonly error?: string | null;
    /** `null` if the request failed. */
    readonly token_usage?: TokenUsage | null;
  };
  readonly SessionStart: { readonly source: string };
  readonly UserPromptSubmit: { readonly prompt: string };
  readonly SubagentStart: {};
  readonly SubagentStop: Ended & { readonly agent_transcript_path?: string | null };
  readonly Stop: Ended;
  readonly PreCompact: { readonly trigger: string };
  readonly PostCompact: { readonly trigger: string };
  readonly Interrupt: {};
  readonly SessionEnd: { readonly reason?: string };
}

type Warning = Pick<CommonAnswer, "systemMessage">;
type Stopping = Pick<CommonAnswer, "continue" | "stopReason">;

/** Text for the model. */
interface ForModel {
  readonly additionalContext?: string;
}

interface Answers {
  readonly PreToolUse: SpecificAnswer<
    "PreToolUse",
    ForModel & {
      /** `allow` is valid only with `updatedInput`, and approves nothing. */
      readonly permissionDecision?: "allow" | "deny";
      readonly permissionDecisionReason?: string;
      /** All arguments, not only the changed ones. */
      readonly updatedInput?: Open;
    }
  >;
  readonly PermissionRequest: SpecificAnswer<
    "PermissionRequest",
    { readonly decision?: { readonly behavior: "allow" } | { readonly behavior: "deny"; readonly message?: string } }
  >;
  /** `decision: "block"`: the model gets the reason instead of the result. */
  readonly PostToolUse: BlockingAnswer & SpecificAnswer<"PostToolUse", ForModel>;
  readonly SessionStart: Stopping & SpecificAnswer<"SessionStart", ForModel>;
  readonly UserPromptSubmit: Stopping & BlockingAnswer & SpecificAnswer<"UserPromptSubmit", ForModel>;
  readonly SubagentStart: SpecificAnswer<"SubagentStart", ForModel>;
  /** `decision: "block"`: the agent goes on, with the reason. */
  readonly SubagentStop: Stopping & BlockingAnswer;
  readonly Stop: Stopping & BlockingAnswer;
  readonly PreCompact: Stopping;
  readonly PostCompact: Stopping;
  readonly Interrupt: {};
  readonly SessionEnd: {};
}

/** What a native handler may answer to an event, in Codex's format. Codex drops a whole answer with an unknown key. */
export type CodexAnswer<Event extends string> = Event extends "PreModelRequest" | "PostModelRequest"
  ? Readonly<Record<string, never>>
  : Warning & (Event extends keyof Answers ? Answers[Event] : {});
