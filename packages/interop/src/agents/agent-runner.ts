import type { Files, Folders } from "@agent-hook/sdk/internal/live-agents";

/** A hook as a user would configure it, and an optional change to that configuration. */
export interface ConfiguredHook {
  /** The file that `node` runs. */
  readonly file: string;
  readonly arguments?: readonly string[];
  /** Options for `agent-hook config`. */
  readonly options?: readonly string[];
  /** Edits the config that `agent-hook config` wrote, for example to make a program or a file missing. */
  readonly edit?: (config: string) => string;
}

export interface Run {
  readonly hook?: ConfiguredHook;
  /** The shell command that the model calls. */
  readonly command: string;
  /** Files that exist before the run. */
  readonly home?: Files;
  readonly project?: Files;
  /** Called after the run, before the folders are removed. */
  readonly inspect?: (folders: Folders) => Promise<void>;
}

export interface Outcome {
  /** The files after the run, up to one folder deep, without dotfiles. */
  readonly home: Files;
  readonly project: Files;
  /** The tool result that the model received, or what replaced it. `undefined` if the turn ended before that. */
  readonly toolResult: string | undefined;
  /** Everything that was sent to the model. */
  readonly sent: string;
  /** What the agent printed. */
  readonly printed: string;
  /** Commands that were still running at the end. */
  readonly leftBehind: readonly string[];
}

/** An agent, real or simulated, that a hook is configured for with `agent-hook config`. */
export interface AgentRunner {
  /** Its name in `agent-hook config`. */
  readonly host: string;
  readonly title: string;
  readonly version: string;
  /** Whether it is installed on this machine. */
  readonly available: boolean;
  run(run: Run): Promise<Outcome>;
  /**
   * Has the model make these calls, one after the other. The outcomes have the files after the session. Absent if a
   * denial ends the agent's turn, and for simulated agents, which start fast.
   */
  runSession?(run: Omit<Run, "command">, commands: readonly string[]): Promise<readonly Outcome[]>;
}
