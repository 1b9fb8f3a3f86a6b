import type { Hook } from "../../hook/define-hook.js";
import type { Clock } from "../../runtime/clock.js";
import type { StoreSource } from "../../store/source.js";
import type { LlmInput, ToolInput } from "./input.js";
import type { LlmTestOutcome, PromptTestOutcome, TestOutcome, ToolTestOutcome } from "./outcome.js";

/**
 * A host that another package simulates. `createTestHost(hook, { host })` takes it like the name of a host.
 */
export interface SimulatedTestHost {
  readonly name: string;
  open(hook: Hook, options: TestHostEnvironment): Engine;
}

export interface TestHostEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** What `context.store` uses. */
  readonly store: StoreSource;
  readonly clock: Clock;
  /** Receives each line that the hook logs. */
  readonly log: string[];
}

/** The simulation of one host, with a hook in it. */
export interface Engine {
  tool(input: ToolInput): Promise<ToolTestOutcome>;
  prompt(text: string): Promise<PromptTestOutcome>;
  llm(input: LlmInput): Promise<LlmTestOutcome>;
  event(name: string, fields: Readonly<Record<string, unknown>>): Promise<TestOutcome>;
  /** Returns the names of the hook's own tools that the model is offered. */
  offeredTools(): Promise<readonly string[]>;
  /** Resolves when the hook has started, or, if the host starts it for each event, when its definition is checked. */
  started(): Promise<void>;
  /** Kills the hook's process. Throws if the host starts a process for each event, or if the hook has no process. */
  kill(signal: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

/** A call that a person decides on. */
export interface TestQuestion {
  readonly tool: string;
  readonly arguments: unknown;
  /** Why the hook asks. `undefined` if the user's rules ask. */
  readonly reason?: string;
}

/** A person's answer: whether the tool may run. */
export type OnAsk = (question: TestQuestion) => boolean | Promise<boolean>;
