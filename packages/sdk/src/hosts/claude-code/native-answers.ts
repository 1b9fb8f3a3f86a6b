import type { BlockingAnswer, CommonAnswer, SpecificAnswer } from "../../command-hook/native-answer.js";

type Open = Readonly<Record<string, unknown>>;

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
