import type {
  AfterLlmOutcome,
  AfterToolOutcome,
  ApproveToolOutcome,
  BeforeLlmOutcome,
  BeforeToolOutcome,
  Execute,
  HookManager,
  HookStatus,
  Report,
  Reported,
  ToolRound,
} from "@agent-hook/host";
import type { HookFailure } from "@agent-hook/sdk/in-process";
import {
  type CallInput,
  Calls,
  type EventInput,
  type FinishedInput,
  type ReplyInput,
  type RequestInput,
  wholeReply,
} from "./calls.js";
import type { ManualClock } from "./manual-clock.js";

/** What became of a call, and what went wrong in the hook: a throw, a deadline, an invalid decision. */
export type Tested<Outcome> = Outcome & {
  /** Each failure of the hook in this call; always empty for a hook in a process of its own. */
  readonly failures: readonly HookFailure[];
  /** All that the host noticed. */
  readonly reports: readonly Report[];
};

/** What a test host is built on. */
export interface Workings {
  readonly version: string;
  readonly opened: Promise<HookManager>;
  readonly stderr: readonly string[];
  readonly clock: ManualClock | undefined;
}

/**
 * A host for tests. It treats the hook as PicoClaw does, over the same wire, and gives back what the host would go on
 * with. Calls say hello first.
 */
export class TestHost {
  readonly #calls: Calls;

  constructor(private readonly workings: Workings) {
    this.#calls = new Calls(workings.version);
    // A hook that does not start fails the first call.
    workings.opened.catch(() => {});
  }

  /** Settles when the hook has answered hello; rejects where it does not start. */
  async started(): Promise<void> {
    await this.workings.opened;
  }

  /** What the hook wrote to its log so far, a line an item. */
  get stderr(): readonly string[] {
    return this.workings.stderr;
  }

  /** Before the model is called. */
  async beforeLlm(request: RequestInput = {}): Promise<Tested<BeforeLlmOutcome>> {
    const host = await this.workings.opened;
    return tested(await host.beforeLlm(this.#calls.request(request)));
  }

  /** After the model replied. The hook sees tool calls as ids alone, as PicoClaw sends them. */
  async afterLlm(reply: ReplyInput): Promise<Tested<AfterLlmOutcome>> {
    const host = await this.workings.opened;
    const outcome = tested(await host.afterLlm(this.#calls.reply(reply)));
    if (outcome.outcome === "aborted" || outcome.changedBy.length > 0) return outcome;
    return { ...outcome, response: wholeReply(reply) };
  }

  /** Before a tool runs. */
  async beforeTool(call: CallInput): Promise<Tested<BeforeToolOutcome>> {
    const host = await this.workings.opened;
    return tested(await host.beforeTool(this.#calls.call(call)));
  }

  /** Whether a tool may run. */
  async approveTool(call: CallInput): Promise<Tested<ApproveToolOutcome>> {
    const host = await this.workings.opened;
    return tested(await host.approveTool(this.#calls.call(call, "turn.tool.approve")));
  }

  /** After a tool ran. */
  async afterTool(finished: FinishedInput): Promise<Tested<AfterToolOutcome>> {
    const host = await this.workings.opened;
    return tested(await host.afterTool(this.#calls.finished(finished)));
  }

  /** A whole tool call, as the host goes through it; `execute` is the tool, by default one that answers nothing. */
  async runTool(call: CallInput, execute: Execute = () => ""): Promise<Tested<ToolRound>> {
    const host = await this.workings.opened;
    return tested(await host.runTool(this.#calls.call(call), execute));
  }

  /** Tells an event; settles when the hook was told. */
  async emit(event: EventInput): Promise<void> {
    const host = await this.workings.opened;
    host.emit(this.#calls.event(event));
  }

  /** Moves the time of a host that was created with `time: "manual"`, once the calls so far wait for something. */
  async advance(ms: number): Promise<void> {
    const { clock, opened } = this.workings;
    if (clock === undefined) throw new TypeError('advance() needs a host created with { time: "manual" }');
    await opened;
    await settled();
    clock.advance(ms);
    await settled();
  }

  /** The hook as the host sees it: state, modes, counters; the process's id and how it ended. */
  async status(): Promise<HookStatus> {
    const host = await this.workings.opened;
    return host.status()[0] as HookStatus;
  }

  /** Ends the hook: `onStop` runs; a process is given the end of its stdin. */
  async close(): Promise<void> {
    const host = await this.workings.opened.catch(() => undefined);
    await host?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function tested<Outcome extends object>(outcome: Reported<Outcome>): Tested<Outcome> {
  const failed = outcome.reports.filter(({ kind }) => kind === "hook failed");
  return { ...outcome, failures: failed.map(({ cause }) => cause as HookFailure) };
}

/** Promise jobs, ticks and what they put off have run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}
