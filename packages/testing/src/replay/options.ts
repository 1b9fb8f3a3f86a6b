import type { StoreSource } from "@agent-hook/sdk/in-process";
import type { TranscriptEntry } from "@agent-hook/sdk/internal/transcript";
import type { HostChoice } from "../test-host/test-host-name.js";
import type { ReplayedAnswer } from "./report.js";

/**
 * The default `host` is the one that wrote the recording. The effects of answers are compared by the rules of
 * `version`, which a hook in this process receives too. For a recording of Copilot CLI, whose payloads do not name
 * their event, `variant` is the event.
 */
export interface ReplayOptions extends HostChoice {
  /** The environment of the hook. For a command, it is added to this process's environment. Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** The hook whose lines to replay, if a recording contains several hooks. */
  readonly hook?: string;
  /** JSON Pointers to values in the answers that are different each time, such as `/result/at` for a time. */
  readonly ignore?: readonly string[];
  /** Deadline for an answer, in milliseconds. Default 10000. */
  readonly timeoutMs?: number;
  /**
   * Deadline for `hook.hello` and for an MCP client's `initialize`, in milliseconds. It includes the start of the
   * process. Default 60000, which is longer than a real host waits, because a busy machine is slow.
   */
  readonly helloTimeoutMs?: number;
  /** Called for each answer after it was compared. Returning `false` ends the replay. */
  readonly onAnswer?: (answer: ReplayedAnswer) => boolean | undefined;
  /** Called for each line that a command writes to stderr. */
  readonly onStderr?: (line: string) => void;
}

/** An entry with its index in the recording. */
export type Indexed = readonly [index: number, entry: TranscriptEntry];

/** The options of a replay, with every default filled in. */
export interface Replay extends Pick<ReplayOptions, "onAnswer"> {
  readonly host: { readonly name: string; readonly version?: string; readonly variant?: string };
  /** Whether the caller named the host. If so, the command of a one-shot host receives it in `AGENT_HOOK_HOST`. */
  readonly isHostNamed: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** What `context.store` of a hook in this process uses, during the whole replay. */
  readonly store: StoreSource;
  readonly ignore: readonly string[];
  readonly timeoutMs: number;
  readonly helloTimeoutMs: number;
  readonly onStderr: ((line: string) => void) | undefined;
}
