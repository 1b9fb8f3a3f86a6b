import type { Log } from "../hook/context.js";
import type { FailurePolicy, Hook } from "../hook/define-hook.js";
import type { Tool } from "../hook/define-tool.js";
import type { ToolSpec } from "../hook/message.js";
import type { ToolFilters } from "../hook/tool-filter.js";
import type { StoreSource } from "../store/source.js";
import type { FailureLog } from "./failure.js";
import type { Manifest } from "./manifest.js";
import type { Recorder } from "./observation.js";
import type { AnswerInTest } from "./person.js";

/** A member of a composed hook, ready to be called. A hook that is not composed has one member: the hook itself. */
export interface Member extends FailureLog {
  readonly hook: Hook;
  readonly policy: FailurePolicy;
  /** The tool calls that the member's handlers receive. */
  readonly filters: ToolFilters;
  /** The settings that the member's `env` schema parsed. */
  readonly env: unknown;
  readonly log: Log;
  readonly store: StoreSource;
}

/** A tool that the hook provides, ready to be called. */
export interface OwnTool {
  readonly tool: Tool;
  readonly member: Member;
  readonly env: unknown;
  /** The description for the model. */
  readonly spec: ToolSpec;
}

/** A checked hook with its settings. */
export interface PreparedHook extends FailureLog {
  readonly name: string;
  readonly members: readonly Member[];
  readonly tools: ReadonlyMap<string, OwnTool>;
  readonly deadlines: Manifest["deadlines"];
  /** Whether any member has `onFailure: "block"`. */
  readonly blocks: boolean;
  /** Whether a tool call that could not be checked must be denied, because a member blocks or approves. */
  readonly guards: boolean;
  readonly log: Log;
  readonly store: StoreSource;
  /** Answers the questions to a person. Only in tests. */
  readonly answerInTest?: AnswerInTest | undefined;
  /** Receives each final decision, if decisions are recorded. */
  readonly recorder?: Recorder | undefined;
}

/** Whether a tool call may run only in the form that the member's `beforeTool` accepted. */
export function isGuard({ hook, policy }: Member): boolean {
  return policy === "block" && hook.beforeTool !== undefined;
}

/** Whether any member decides on tool calls. If so, a call must not change after its decision. */
export function decidesOnCalls(members: readonly Member[]): boolean {
  return members.some((member) => member.hook.approveTool !== undefined || isGuard(member));
}
