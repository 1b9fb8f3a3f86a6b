import type { BlockingAnswer, CommonAnswer, SpecificAnswer } from "../../command-hook/native-answer.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";

/** What Claude Code writes to stdin at an event. */
export type ClaudeCodePayload<Event extends EventName> = ClaudeCodeEvent & ClaudeCodePayloads[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` has no opinion
type NativeReply<Event extends EventName> = ClaudeCodeAnswer<Event> | void;

/**
 * Handlers for Claude Code's own events, for everything without a portable point. They run after the handlers of the
 * event's point, unless those denied the call, and see their changes.
 *
 * @example native: { "claude-code": { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type ClaudeCodeHandlers<Env> = {
  readonly [Event in EventName]?: (
    input: ClaudeCodePayload<Event>,
    context: Context<Env>,
  ) => NativeReply<Event> | Promise<NativeReply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly "claude-code"?: ClaudeCodeHandlers<Env>;
  }
}

type Open = Readonly<Record<string, unknown>>;

/** Fields of every payload of Claude Code. There may be others. */
export interface ClaudeCodeEvent {
  readonly session_id: string;
  readonly transcript_path?: string;
  readonly cwd: string;
  readonly hook_event_name: string;
  /** The same for everything that follows from one prompt. */
  readonly prompt_id?: string;
  readonly permission_mode?: string;
  /** Only in a sub-agent. */
  readonly agent_id?: string;
  readonly agent_type?: string;
  readonly effort?: { readonly level: string };
  readonly [field: string]: unknown;
}

interface ToolEvent {
  readonly tool_name: string;
  readonly tool_input: Open;
  readonly tool_use_id?: string;
  /** Only for a tool of an MCP server. */
  readonly mcp_server?: Open;
}
interface Ended {
  readonly stop_hook_active?: boolean;
  readonly last_assistant_message?: string;
  readonly background_tasks?: readonly unknown[];
  readonly session_crons?: readonly unknown[];
}
interface ModelSwitch {
  readonly from_model?: string;
  readonly to_model?: string;
  /** `null` is the default model. */
  readonly requested_model?: string | null;
  readonly source?: string;
  /** What the next request sends again. */
  readonly context_tokens?: number;
  readonly prompt_cache_warm?: boolean;
  readonly cache_ttl?: string;
  readonly estimated_cache_write_usd?: number;
  readonly pricing?: string;
}
interface Task {
  readonly task_id: string;
  readonly task_subject: string;
  readonly task_description?: string;
  readonly teammate_name?: string;
  readonly team_name?: string;
}
interface Elicited {
  readonly mcp_server_name: string;
  readonly mode?: string;
  readonly elicitation_id?: string;
}

/** The fields of each event in addition to `ClaudeCodeEvent`. */
export interface ClaudeCodePayloads {
  readonly PreToolUse: ToolEvent;
  readonly PermissionRequest: ToolEvent & { readonly permission_suggestions?: readonly unknown[] };
  readonly PermissionDenied: ToolEvent & { readonly reason: string };
  /** The shape of `tool_response` depends on the tool. */
  readonly PostToolUse: ToolEvent & { readonly tool_response?: unknown; readonly duration_ms?: number };
  readonly PostToolUseFailure: ToolEvent & {
    readonly error: string;
    readonly is_interrupt?: boolean;
    readonly duration_ms?: number;
  };
  /** In each call, `tool_response` is what the model will see. */
  readonly PostToolBatch: { readonly tool_calls: readonly (ToolEvent & { readonly tool_response?: unknown })[] };
  readonly UserPromptSubmit: { readonly prompt: string; readonly source?: string; readonly session_title?: string };
  readonly UserPromptExpansion: {
    readonly expansion_type: string;
    readonly command_name: string;
    readonly command_args: string;
    readonly command_source?: string;
    readonly prompt: string;
  };
  readonly MessageDisplay: {
    readonly turn_id: string;
    readonly message_id: string;
    readonly index: number;
    readonly final: boolean;
    readonly delta: string;
  };
  readonly Stop: Ended;
  readonly StopFailure: {
    readonly error: string;
    readonly error_details?: string;
    readonly last_assistant_message?: string;
  };
  readonly SubagentStart: {};
  readonly SubagentStop: Ended & { readonly agent_transcript_path?: string };
  readonly TeammateIdle: { readonly teammate_name: string; readonly team_name?: string };
  readonly TaskCreated: Task;
  readonly TaskCompleted: Task;
  readonly SessionStart: {
    readonly source: string;
    readonly model?: string;
    readonly session_title?: string;
    readonly seconds_since_last_response?: number;
    readonly context_tokens?: number;
    readonly prompt_cache_likely_expired?: boolean;
    readonly estimated_cache_write_usd?: number;
  };
  readonly Setup: { readonly trigger: string };
  readonly SessionEnd: { readonly reason: string };
  readonly PreCompact: { readonly trigger: string; readonly custom_instructions?: string | null };
  readonly PostCompact: { readonly trigger: string; readonly compact_summary?: string };
  readonly PreModelSwitch: ModelSwitch;
  readonly PostModelSwitch: ModelSwitch;
  readonly Elicitation: Elicited & {
    readonly message: string;
    readonly url?: string;
    readonly requested_schema?: Open;
  };
  readonly ElicitationResult: Elicited & { readonly action: string; readonly content?: Open };
  readonly Notification: {
    readonly message: string;
    readonly title?: string;
    readonly notification_type?: string;
  };
  readonly ConfigChange: { readonly source: string; readonly file_path?: string };
  readonly InstructionsLoaded: {
    readonly file_path: string;
    readonly memory_type?: string;
    readonly load_reason?: string;
    readonly globs?: readonly string[];
    readonly trigger_file_path?: string;
    readonly parent_file_path?: string;
  };
  readonly CwdChanged: { readonly old_cwd: string; readonly new_cwd: string };
  readonly DirectoryAdded: { readonly directory: string; readonly source?: string };
  readonly FileChanged: { readonly file_path: string; readonly event: string };
  readonly WorktreeCreate: { readonly name: string };
  readonly WorktreeRemove: { readonly worktree_path: string };
}

/** Text for the model, after what it would see anyway. */
interface ForModel {
  readonly additionalContext?: string;
}

interface Specifics {
  readonly PreToolUse: ForModel & {
    /** `allow` skips the user's approval. */
    readonly permissionDecision?: "allow" | "deny" | "ask" | "defer";
    readonly permissionDecisionReason?: string;
    /** All arguments, not only the changed ones. */
    readonly updatedInput?: Open;
  };
  readonly PermissionRequest: {
    readonly decision?:
      | {
          readonly behavior: "allow";
          readonly updatedInput?: Open;
          readonly updatedPermissions?: readonly unknown[];
        }
      | { readonly behavior: "deny"; readonly message?: string; readonly interrupt?: boolean };
  };
  readonly PermissionDenied: { readonly retry?: boolean };
  readonly PostToolUse: ForModel & {
    /** For the classifier of the permission mode `auto`, next to the result: at most 2000 UTF-16 code units. */
    readonly classifierContext?: string;
    /** Must have the shape of the tool's own result; any other is ignored. */
    readonly updatedToolOutput?: unknown;
  };
  readonly PostToolUseFailure: ForModel;
  readonly PostToolBatch: ForModel;
  readonly UserPromptSubmit: ForModel & {
    readonly sessionTitle?: string;
    readonly suppressOriginalPrompt?: boolean;
  };
  readonly UserPromptExpansion: ForModel & { readonly suppressOriginalPrompt?: boolean };
  readonly MessageDisplay: { readonly displayContent?: string };
  readonly Stop: ForModel;
  readonly SubagentStart: ForModel;
  readonly SubagentStop: ForModel;
  readonly SessionStart: ForModel & {
    readonly initialUserMessage?: string;
    readonly sessionTitle?: string;
    readonly watchPaths?: readonly string[];
    readonly reloadSkills?: boolean;
  };
  readonly Setup: ForModel;
  readonly PreModelSwitch: {
    readonly permissionDecision?: "allow" | "deny" | "ask";
    readonly permissionDecisionReason?: string;
  };
  readonly PostModelSwitch: ForModel;
  readonly Elicitation: { readonly action?: "accept" | "decline" | "cancel"; readonly content?: Open };
  readonly ElicitationResult: { readonly action?: "accept" | "decline" | "cancel"; readonly content?: Open };
  readonly Notification: ForModel;
  readonly CwdChanged: { readonly watchPaths?: readonly string[] };
  readonly FileChanged: { readonly watchPaths?: readonly string[] };
}

/** Events at which `decision: "block"` has a meaning: a denial, "go on" at a turn's end, or a remark after a tool. */
type Blocking =
  | "PostToolUse"
  | "PostToolUseFailure"
  | "PostToolBatch"
  | "UserPromptSubmit"
  | "UserPromptExpansion"
  | "Stop"
  | "SubagentStop"
  | "TeammateIdle"
  | "TaskCreated"
  | "TaskCompleted"
  | "PreCompact"
  | "ConfigChange";

/** What a native handler may answer to an event, in Claude Code's format. */
export type ClaudeCodeAnswer<Event extends string> = CommonAnswer & {
  /** An escape sequence for the user's terminal: a title or a notification. */
  readonly terminalSequence?: string;
} & (Event extends Blocking ? BlockingAnswer : {}) &
  (Event extends keyof Specifics ? SpecificAnswer<Event, Specifics[Event]> : {});
