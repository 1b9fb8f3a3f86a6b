import type { HookFailure } from "@agent-hook/sdk/in-process";
import type {
  AfterLlmParams,
  AfterToolParams,
  ApproveToolParams,
  BeforeLlmParams,
  BeforeToolParams,
  RuntimeEventParams,
} from "@agent-hook/sdk/internal/picoclaw";
import type { HookStatus } from "../manager/chain-hook.js";
import type { HookManager, Reported } from "../manager/hook-manager.js";
import type { Report } from "../manager/report.js";
import type { Execute, ToolRound } from "../manager/tool-round.js";
import type {
  AfterLlmOutcome,
  AfterToolOutcome,
  ApproveToolOutcome,
  BeforeLlmOutcome,
  BeforeToolOutcome,
} from "../rules/outcomes.js";
import {
  type CallInput,
  completeReply,
  type EventInput,
  type FinishedInput,
  type ReplyInput,
  type RequestInput,
  WireCalls,
} from "./calls.js";
import type { ManualClock } from "./manual-clock.js";
import { settled } from "./settled.js";
import type { WireMessage } from "./wire-message.js";

/** The outcome of a call, and what went wrong in the hook: a throw, a missed deadline, an invalid decision. */
export type Tested<Outcome> = Outcome & {
  /** The failures of the hook in this call; always empty for a hook in its own process. */
  readonly failures: readonly HookFailure[];
  /** Everything that the host reported in this call. */
  readonly reports: readonly Report[];
};

/** The outcome of a call that was passed to `send`. */
export type WireOutcome =
  | BeforeLlmOutcome
  | AfterLlmOutcome
  | BeforeToolOutcome
  | ApproveToolOutcome
  | AfterToolOutcome;

/** The parts that a test host is built from. */
export interface HostParts {
  readonly version: string;
  readonly opened: Promise<HookManager>;
  readonly stderr: readonly string[];
  readonly reports: readonly Report[];
  readonly clock: ManualClock | undefined;
}

/**
 * A host for tests. It treats the hook as PicoClaw does, over the same wire, and returns what PicoClaw would continue
 * with. Calls wait until the hook has answered hello.
 */
export class PicoClawHost {
  readonly #calls: WireCalls;

  constructor(private readonly workings: HostParts) {
    this.#calls = new WireCalls(workings.version);
    // If the hook does not start, the first call rejects.
    workings.opened.catch(() => {});
  }

  /** Resolves when the hook has answered hello; rejects if it does not start. */
  async started(): Promise<void> {
    await this.workings.opened;
  }

  /** The lines that the hook has logged so far. */
  get stderr(): readonly string[] {
    return this.workings.stderr;
  }

  /** Everything that the host has reported so far, during calls and between them. */
  get reports(): readonly Report[] {
    return this.workings.reports;
  }

  /** Calls the hook before the model is called. */
  async beforeLlm(request: RequestInput = {}): Promise<Tested<BeforeLlmOutcome>> {
    const host = await this.workings.opened;
    return tested(await host.beforeLlm(this.#calls.request(request)));
  }

  /** Calls the hook after the model replied. The hook sees only the ids of tool calls, as PicoClaw sends them. */
  async afterLlm(reply: ReplyInput): Promise<Tested<AfterLlmOutcome>> {
    const host = await this.workings.opened;
    const outcome = tested(await host.afterLlm(this.#calls.reply(reply)));
    if (outcome.outcome === "aborted" || outcome.changedBy.length > 0) return outcome;
    // On the wire, a tool call has only its id.
    return { ...outcome, response: completeReply(reply) };
  }

  /** Calls the hook before a tool runs. */
  async beforeTool(call: CallInput): Promise<Tested<BeforeToolOutcome>> {
    const host = await this.workings.opened;
    return tested(await host.beforeTool(this.#calls.call(call)));
  }

  /** Asks the hook whether a tool may run. */
  async approveTool(call: CallInput): Promise<Tested<ApproveToolOutcome>> {
    const host = await this.workings.opened;
    return tested(await host.approveTool(this.#calls.call(call, "turn.tool.approve")));
  }

  /** Calls the hook after a tool ran. */
  async afterTool(finished: FinishedInput): Promise<Tested<AfterToolOutcome>> {
    const host = await this.workings.opened;
    return tested(await host.afterTool(this.#calls.finished(finished)));
  }

  /** Runs a whole tool call, as the host does. `execute` is the tool; by default it returns an empty text. */
  async runTool(call: CallInput, execute: Execute = () => ""): Promise<Tested<ToolRound>> {
    const host = await this.workings.opened;
    return tested(await host.runTool(this.#calls.call(call), execute));
  }

  /**
   * Sends an event and waits for a few turns of the event loop. `failures` are the failures of `onEvent` in this time.
   * Rejects if the event cannot be sent.
   */
  async emit(event: EventInput): Promise<{ readonly failures: readonly HookFailure[] }> {
    return this.#tell(this.#calls.event(event));
  }

  /** Sends a call or an event unchanged, such as a line of a recording. An event has no outcome. */
  async send({ method, params }: WireMessage): Promise<Tested<WireOutcome> | undefined> {
    const host = await this.workings.opened;
    switch (method) {
      case "hook.before_llm":
        return tested(await host.beforeLlm(params as BeforeLlmParams));
      case "hook.after_llm":
        return tested(await host.afterLlm(params as AfterLlmParams));
      case "hook.before_tool":
        return tested(await host.beforeTool(params as BeforeToolParams));
      case "hook.approve_tool":
        return tested(await host.approveTool(params as ApproveToolParams));
      case "hook.after_tool":
        return tested(await host.afterTool(params as AfterToolParams));
      case "hook.runtime_event":
        await this.#tell(params as RuntimeEventParams);
        return undefined;
    }
  }

  async #tell(event: RuntimeEventParams): Promise<{ readonly failures: readonly HookFailure[] }> {
    const host = await this.workings.opened;
    const before = this.reports.length;
    host.emit(event);
    await settled();
    const newReports = this.reports.slice(before);
    const lost = newReports.find(({ kind }) => kind === "events-dropped");
    if (lost !== undefined) throw new TypeError(`emit: ${lost.message}`);
    return { failures: failuresIn(newReports) };
  }

  /**
   * Advances the time of a host that was created with `time: "manual"`, once the hook has started or its start waits
   * for a timer.
   */
  async advance(ms: number): Promise<void> {
    const { clock, opened } = this.workings;
    if (clock === undefined) throw new TypeError('advance() needs a host created with { time: "manual" }');
    // Waits until the hook has started, or its start has set a timer.
    await Promise.race([opened.catch(() => {}), clock.awaited]);
    await settled();
    clock.advance(ms);
    await settled();
  }

  /**
   * Returns the status of the hook: its state, modes and counters, the id of its process, and how the process ended.
   */
  async status(): Promise<HookStatus> {
    const host = await this.workings.opened;
    return host.status()[0] as HookStatus;
  }

  /** Kills the hook's process. Rejects if there is none. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const { pid } = await this.status();
    if (pid === undefined) throw new TypeError("kill() needs a hook with a process that runs, see startPicoClawHost");
    process.kill(pid, signal);
  }

  /** Ends the hook: `teardown` runs, and the stdin of a process is closed. Manual time advances as needed. */
  async close(): Promise<void> {
    const { clock, opened } = this.workings;
    const closed = opened.then(
      (host) => host.close(),
      () => {},
    );
    await (clock === undefined ? closed : clock.until(closed));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function tested<Outcome extends object>(outcome: Reported<Outcome>): Tested<Outcome> {
  return { ...outcome, failures: failuresIn(outcome.reports) };
}

function failuresIn(reports: readonly Report[]): HookFailure[] {
  return reports.filter(({ kind }) => kind === "hook-failed").map(({ cause }) => cause as HookFailure);
}
