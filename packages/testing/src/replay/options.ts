import type { TranscriptEntry } from "@agent-hook/sdk/internal/transcript";
import type { HostChoice } from "../test-host/test-host-name.js";
import type { ReplayedAnswer } from "./report.js";

/**
 * `host` is by default the one that wrote the recording. Its version judges the effects; a hook of this process receives
 * it too. `variant`: the event, for a recording of Copilot CLI, whose payloads do not name it.
 */
export interface ReplayOptions extends HostChoice {
  /** The environment of the hook; for a command, added to this process's. Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** The hook whose lines to replay, if a recording contains several hooks. */
  readonly hook?: string;
  /** JSON Pointers into the answers to values that are different each time, such as times: `/result/reason`. */
  readonly ignore?: readonly string[];
  /** Deadline for an answer, in milliseconds. Default 10000. */
  readonly timeoutMs?: number;
  /** Deadline for hello, in milliseconds. Default 60000: more than a host gives, for a busy machine. */
  readonly helloTimeoutMs?: number;
  /** Called for each answer after it was compared. Returning `false` ends the replay. */
  readonly onAnswer?: (answer: ReplayedAnswer) => boolean | undefined;
  /** Called for each line that a command writes to stderr. */
  readonly onStderr?: (line: string) => void;
}

/** An entry with its index in the recording. */
export type Indexed = readonly [index: number, entry: TranscriptEntry];

/** The options of a replay, complete. */
export interface Replay extends Pick<ReplayOptions, "onAnswer"> {
  readonly host: { readonly name: string; readonly version?: string; readonly variant?: string };
  /** Whether the caller named the host. A command then learns it. */
  readonly isHostNamed: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly ignore: readonly string[];
  readonly timeoutMs: number;
  readonly helloTimeoutMs: number;
  readonly onStderr: ((line: string) => void) | undefined;
}
