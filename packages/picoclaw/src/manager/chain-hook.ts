import type { HelloResult, HookMode, MethodName, RuntimeEventParams } from "@agent-hook/sdk/internal/picoclaw";
import type { Exit } from "../connection/terminate.js";
import type { Counters, CountersSnapshot } from "./counters.js";
import type { SendReport } from "./report.js";

/** The lifecycle state of a hook. */
export type HookState =
  | "starting"
  | "running"
  /** Its process died or did not answer, and a new one is about to start. */
  | "restarting"
  /** Its process is not started again. */
  | "failed"
  | "closed";

/** The current status of a hook in the chain. */
export interface HookStatus extends CountersSnapshot {
  readonly name: string;
  readonly priority: number;
  readonly source: "process" | "mounted";
  readonly state: HookState;
  readonly modes: readonly HookMode[];
  readonly onFailure: "continue" | "block";
  /** Its answer to hello. Hooks that use `@agent-hook/sdk` send their manifest. Empty before the first answer. */
  readonly hello: HelloResult;
  /** The id of its process, while it runs. */
  readonly pid?: number;
  /** How its last process ended. */
  readonly lastExit?: Exit;
  /** Why the hook last lost its process: the process ended, or could not be started. */
  readonly lastError?: Error;
}

/** A hook in the chain, with or without its own process. */
export interface ChainHook {
  readonly name: string;
  readonly priority: number;
  readonly modes: readonly HookMode[];
  readonly onFailure: "continue" | "block";
  readonly counters: Counters;
  /** Rejects with a `HookError`; always settles. */
  ask(method: MethodName, params: object, timeoutMs: number): Promise<unknown>;
  emit(event: RuntimeEventParams): void;
  status(): HookStatus;
  close(): Promise<void>;
}

/** Receives everything that a hook reports. */
export interface HookReporter {
  readonly report: SendReport;
  onLine(from: "host" | "hook", line: string): void;
  onStderr(line: string): void;
  onExit(exit: Exit): void;
}
