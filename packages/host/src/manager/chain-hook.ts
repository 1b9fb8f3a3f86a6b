import type { HelloResult, HookMode, MethodName, RuntimeEventParams } from "@agent-hook/protocol";
import type { Exit } from "../connection/terminate.js";
import type { Counters, CountersSnapshot } from "./counters.js";
import type { Tell } from "./report.js";

/** Where a hook is in its life. */
export type HookState =
  | "starting"
  | "running"
  /** Its process died or did not answer; the next one is on its way. */
  | "restarting"
  /** Its process is not started again. */
  | "given up"
  | "closed";

/** A hook of the chain as it is now. */
export interface HookStatus extends CountersSnapshot {
  readonly name: string;
  readonly priority: number;
  readonly source: "process" | "mounted";
  readonly state: HookState;
  readonly modes: readonly HookMode[];
  readonly onFailure: "continue" | "block";
  /** What it answered to hello; hooks of `@agent-hook/sdk` send their manifest. Empty before the first answer. */
  readonly hello: HelloResult;
  /** Of its process, while one lives. */
  readonly pid?: number;
  /** How its last process ended. */
  readonly lastExit?: Exit;
  /** The last error that the process was lost by. */
  readonly lastError?: Error;
}

/** A hook that takes part in the chain, whatever it runs in. */
export interface ChainHook {
  readonly name: string;
  readonly priority: number;
  readonly modes: readonly HookMode[];
  readonly onFailure: "continue" | "block";
  readonly counters: Counters;
  /** Rejects with a `HookError`; always settles. */
  ask(method: MethodName, params: object, timeoutMs: number): Promise<unknown>;
  tell(event: RuntimeEventParams): void;
  status(): HookStatus;
  close(): Promise<void>;
}

/** What a hook is heard through. */
export interface HookReporter {
  readonly tell: Tell;
  onLine(from: "host" | "hook", line: string): void;
  onStderr(line: string): void;
  onExit(exit: Exit): void;
}
