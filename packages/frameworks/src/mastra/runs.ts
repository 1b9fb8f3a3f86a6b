import { AsyncLocalStorage } from "node:async_hooks";

/** How a suspended run was resumed. */
export interface Resumed {
  /** The call that waited. Without it, Mastra resumes the only one, or the first. */
  readonly toolCallId: string | undefined;
  /** What `approveToolCall` and `declineToolCall` say. Anything else is data for a tool that suspended itself. */
  readonly approved: boolean | undefined;
}

/** One run of an agent, until it ends or is suspended. */
export class Run {
  /** The thread, if there is one. */
  sessionId: string | undefined;
  /** Why the hook ended the turn. */
  denial: string | undefined;
  #resumed: Resumed | undefined;

  constructor(resumed?: Resumed) {
    this.#resumed = resumed;
  }

  get source(): { readonly sessionId?: string; readonly origin: object } {
    return { origin: {}, ...(this.sessionId === undefined ? {} : { sessionId: this.sessionId }) };
  }

  /** From now on, calls are new ones, about which no person was asked. */
  modelIsCalled(): void {
    this.#resumed = undefined;
  }

  /**
   * Whether a call that is about to run was approved by a person. Mastra does not tell a tool, but the first call of a
   * resumed run is the one that waited, and a declined one does not run.
   */
  takeApproval(toolCallId: string): boolean {
    const resumed = this.#resumed;
    if (resumed === undefined || (resumed.toolCallId ?? toolCallId) !== toolCallId) return false;
    this.#resumed = undefined;
    return resumed.approved ?? resumed.toolCallId !== undefined;
  }
}

/** The runs of one agent. */
export class Runs {
  readonly #current = new AsyncLocalStorage<Run>();

  start<Result>(run: Run, task: () => Result): Result {
    return this.#current.run(run, task);
  }

  /**
   * Returns what finds the run of a call. Mastra keeps the tools of a suspended run, so a tool can be called in a later
   * run than that for which it was prepared.
   */
  finder(): () => Run {
    const prepared = this.#current.getStore() ?? new Run();
    return () => this.#current.getStore() ?? prepared;
  }
}
