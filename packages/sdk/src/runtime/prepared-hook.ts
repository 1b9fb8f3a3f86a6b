import type { Log } from "../hook/context.js";
import type { FailurePolicy, Hook } from "../hook/define-hook.js";
import type { Tool } from "../hook/define-tool.js";
import type { ToolSpec } from "../hook/message.js";
import type { Failure } from "./failure.js";
import type { Manifest } from "./manifest.js";

/** Where failures are told. */
export interface FailureLog {
  failed(failure: Failure, consequence: string): void;
}

/** A hook of a composition (a plain hook is the only one of its own), ready to be asked. */
export interface Member extends FailureLog {
  readonly hook: Hook;
  readonly policy: FailurePolicy;
  /** What its `env` schema made of the environment. */
  readonly env: unknown;
  readonly log: Log;
}

/** A tool that the hook brings, ready to be called. */
export interface OwnTool {
  readonly tool: Tool;
  readonly member: Member;
  readonly env: unknown;
  /** What the model is told of it. */
  readonly spec: ToolSpec;
}

/** A hook that was checked and has its settings. */
export interface PreparedHook extends FailureLog {
  readonly name: string;
  readonly members: readonly Member[];
  readonly tools: ReadonlyMap<string, OwnTool>;
  readonly deadlines: Manifest["deadlines"];
  /** Whether any member has `onFailure: "block"`. */
  readonly blocks: boolean;
  /** Whether a tool call that nobody could look at is to be refused: some member blocks, or approves. */
  readonly guards: boolean;
  readonly log: Log;
}
