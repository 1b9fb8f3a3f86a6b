import type { BlockingAnswer, CommonAnswer, SpecificAnswer } from "../../command-hook/native-answer.js";

type Open = Readonly<Record<string, unknown>>;
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
