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
