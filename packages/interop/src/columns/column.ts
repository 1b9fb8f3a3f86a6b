import type { Files } from "agent-hook/real-agents";

/** A hook as somebody would configure it, and what then happens to that configuration. */
export interface ConfiguredHook {
  /** The file that `node` runs. */
  readonly file: string;
  readonly arguments?: readonly string[];
  /** Of `agent-hook config`. */
  readonly options?: readonly string[];
  /** Changes the text of what `agent-hook config` wrote: how a program or a file gets lost. */
  readonly edit?: (config: string) => string;
}

export interface Run {
  readonly hook?: ConfiguredHook;
  /** What the model wants the shell to run. */
  readonly command: string;
  /** What lies there before. */
  readonly home?: Files;
  readonly project?: Files;
}

export interface Outcome {
  /** What lies there in the end, at the top. */
  readonly home: Files;
  readonly project: Files;
  /** The tool's result as the model got it, or what it got in its place; missing where the turn ended before. */
  readonly told: string | undefined;
  /** All that the model was sent. */
  readonly sent: string;
  /** What the agent printed. */
  readonly shown: string;
  /** Commands that still ran in the end. */
  readonly leftBehind: readonly string[];
}

/** An agent, real or by its rules, that a hook is configured for with `agent-hook config`. */
export interface Column {
  /** As `agent-hook config` names it. */
  readonly host: string;
  readonly title: string;
  readonly version: string;
  /** Whether it is on this machine. */
  readonly available: boolean;
  run(run: Run): Promise<Outcome>;
}
