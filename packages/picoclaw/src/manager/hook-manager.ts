import type { Hook } from "@agent-hook/sdk";
import {
  type AfterLlmParams,
  type AfterToolParams,
  type ApproveToolParams,
  type BeforeLlmParams,
  type BeforeToolParams,
  NEWEST_VERSION,
  type RuntimeEventParams,
} from "@agent-hook/sdk/internal/picoclaw";
import { assertKnownKeys, stringify } from "@agent-hook/sdk/internal/text";
import type { HooksConfig } from "../config/hooks-config.js";
import { type ManagerSettings, readConfig } from "../config/read-config.js";
import { type HookError, HooksStartError } from "../connection/hook-error.js";
import { type Dialect, dialectOf } from "../rules/dialect.js";
import type {
  AfterLlmOutcome,
  AfterToolOutcome,
  ApproveToolOutcome,
  BeforeLlmOutcome,
  BeforeToolOutcome,
} from "../rules/outcomes.js";
import { approvals, type OnAsk } from "./approvals.js";
import { runChain } from "./chain.js";
import type { ChainHook, HookStatus } from "./chain-hook.js";
import { HookListeners, type ListeningOptions } from "./hook-listeners.js";
import { MountedHook, type MountOptions } from "./mounted-hook.js";
import type { Report } from "./report.js";
import { type Steps, stepsOf } from "./steps.js";
import { SupervisedHook } from "./supervised-hook.js";
import { type Execute, type ToolRound, toolRound } from "./tool-round.js";
import type { TraceEntry } from "./wire-trace.js";

/** How an agent runs its hooks. */
export interface HookManagerOptions extends ListeningOptions {
  /** The PicoClaw version to follow. Default: the newest known. v0.2.7 is the last that lets hooks add tools. */
  readonly version?: string;
  /**
   * How long a process has to answer hello, in milliseconds. PicoClaw waits forever. The default is long, because many
   * hooks that start at the same time on a busy machine are slow. Default 30000.
   */
  readonly helloTimeoutMs?: number;
  /** Decides calls that a hook leaves to a person. Without it, such calls are denied. */
  readonly onAsk?: OnAsk;
  /**
   * Starts each hook in its own process group. The group is ended when the hook or this process ends, so that no child
   * keeps running. A Ctrl-C in the terminal then reaches only this process. Default `false`, as in PicoClaw.
   */
  readonly ownGroups?: boolean;
}

/** An outcome, with the reports of everything that went wrong during the call. */
export type Reported<Outcome> = Outcome & { readonly reports: readonly Report[] };

/**
 * Runs an agent's hooks with PicoClaw's config, PicoClaw's rules, and supervision. A call always settles: with an
 * outcome, whatever the hooks do, or with an error after `close`.
 *
 * @example
 * const hooks = await HookManager.start(config.hooks);
 * const { text } = await hooks.runTool({ tool: "exec", arguments: { command: "ls" } }, ({ arguments: args }) => run(args));
 * await hooks.close();
 */
export class HookManager {
  readonly #dialect: Dialect;
  readonly #steps: Steps;
  readonly #listeners: HookListeners;
  readonly #ending = new AbortController();
  #hooks: readonly ChainHook[] = [];
  #closing: Promise<void> | undefined;

  private constructor(
    private readonly settings: ManagerSettings,
    private readonly options: HookManagerOptions,
  ) {
    this.#dialect = dialectOf(options.version ?? NEWEST_VERSION);
    this.#steps = stepsOf(this.#dialect, settings.timeouts);
    this.#listeners = new HookListeners(options);
  }

  /**
   * Starts every enabled process of PicoClaw's `hooks` object in parallel. Rejects with `HooksConfigError` if the
   * config is invalid, and with `HooksStartError` if a required process does not start. The other processes are then
   * ended. Rejects with `RangeError` for an invalid version, and with `TranscriptError` if the recording cannot be
   * written.
   */
  static async start(config: HooksConfig = {}, options: HookManagerOptions = {}): Promise<HookManager> {
    assertKnownKeys("HookManager.start", options, OPTIONS);
    const settings = readConfig(config);
    const manager = new HookManager(settings, options);
    await manager.#start();
    return manager;
  }

  /**
   * Adds a hook that runs in this process to the chain. Rejects if `serve` would not start the hook, or if another hook
   * has the same name.
   */
  async mount(hook: Hook, options: MountOptions = {}): Promise<void> {
    this.#assertOpen();
    assertKnownKeys("mount", options, MOUNT_OPTIONS);
    const mounted = await MountedHook.mount(
      hook,
      this.#dialect,
      this.#listeners.reporterFor(String(hook?.name)),
      options,
      this.options.onAsk !== undefined,
    );
    if (this.#closing === undefined && !this.#hooks.some(({ name }) => name === hook.name)) {
      this.#add([mounted]);
      return;
    }
    await mounted.close();
    this.#assertOpen();
    throw new TypeError(`a hook named "${hook.name}" already exists; use another name`);
  }

  /** Calls the hooks before the model is called. Returns the request to send, or how a hook ended the turn. */
  beforeLlm(params: BeforeLlmParams): Promise<Reported<BeforeLlmOutcome>> {
    return this.#reported(async (report): Promise<BeforeLlmOutcome> => {
      const result = await runChain(this.#hooks, this.#steps.beforeLlm, params, report);
      if ("ends" in result) return result.ends;
      return { outcome: "continue", request: result.params, changedBy: result.changedBy };
    });
  }

  /**
   * Calls the hooks after the model replied. Returns the reply that the agent continues with, or how a hook ended the
   * turn.
   */
  afterLlm(params: AfterLlmParams): Promise<Reported<AfterLlmOutcome>> {
    return this.#reported(async (report): Promise<AfterLlmOutcome> => {
      const result = await runChain(this.#hooks, this.#steps.afterLlm, params, report);
      if ("ends" in result) return result.ends;
      return { outcome: "continue", response: result.params.response, changedBy: result.changedBy };
    });
  }

  /**
   * Calls the hooks before a tool runs. Returns the final call, an answer instead of the tool's, a denial, or how a
   * hook ended the turn.
   */
  beforeTool(params: BeforeToolParams): Promise<Reported<BeforeToolOutcome>> {
    return this.#reported(async (report): Promise<BeforeToolOutcome> => {
      const result = await runChain(this.#hooks, this.#steps.beforeTool, params, report);
      if ("ends" in result) return result.ends;
      const { tool, arguments: args } = result.params;
      return { outcome: "continue", tool, arguments: args ?? {}, changedBy: result.changedBy };
    });
  }

  /**
   * Asks the approvers whether a tool may run with these arguments, which must be final. Not needed for a call that a
   * hook answered.
   */
  approveTool(params: ApproveToolParams): Promise<Reported<ApproveToolOutcome>> {
    const { approveMs: timeoutMs } = this.settings.timeouts;
    const { onAsk } = this.options;
    const closing = this.#ending.signal;
    return this.#reported((report) => approvals(this.#hooks, params, { timeoutMs, report, onAsk, closing }));
  }

  /** Calls the hooks after a tool ran. Returns the result for the model, or how a hook ended the turn. */
  afterTool(params: AfterToolParams): Promise<Reported<AfterToolOutcome>> {
    return this.#reported(async (report): Promise<AfterToolOutcome> => {
      const result = await runChain(this.#hooks, this.#steps.afterTool, params, report);
      if ("ends" in result) return result.ends;
      return { outcome: "continue", result: result.params.result, changedBy: result.changedBy };
    });
  }

  /**
   * Runs a whole tool call: `beforeTool`, `approveTool`, `execute`, then `afterTool`. A hook that answers or denies the
   * call ends it early. An error that `execute` throws becomes an error result for the model. Emits the tool's events.
   */
  runTool(call: BeforeToolParams, execute: Execute): Promise<Reported<ToolRound>> {
    return this.#reported(() => toolRound(this, asJson(call), execute, this.#ending.signal));
  }

  /**
   * Sends an event to the observers of its kind. Never waits: a hook that does not read its events loses the oldest.
   */
  emit(event: RuntimeEventParams): void {
    for (const hook of this.#hooks) if (hook.modes.includes("observe")) hook.emit(event);
  }

  /**
   * Yields every line of every hook from now on, in both directions. A reader that is 1000 lines behind loses the
   * oldest.
   */
  trace(): AsyncIterableIterator<TraceEntry, undefined, undefined> {
    return this.#listeners.trace();
  }

  /** Returns the state and counters of the hooks, in the order in which they are called. */
  status(): readonly HookStatus[] {
    return this.#hooks.map((hook) => hook.status());
  }

  /** Ends every hook: closes its stdin, sends SIGTERM after 2 s and SIGKILL after 1 s more. Later calls reject. */
  close(): Promise<void> {
    this.#ending.abort();
    this.#closing ??= Promise.all(this.#hooks.map((hook) => hook.close())).then(() => this.#listeners.close());
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(): Promise<void> {
    for (const name of this.settings.notEnabled) {
      const message = 'it is not started: PicoClaw starts only processes with "enabled": true';
      this.#listeners.report({ hook: name, kind: "not-enabled", message });
    }
    const { helloTimeoutMs = HELLO_MS, ownGroups = false, onAsk } = this.options;
    const startOptions = { helloTimeoutMs, ownGroup: ownGroups, asks: onAsk !== undefined };
    const hooks = this.settings.processes.map(
      (process) => new SupervisedHook(process, this.#dialect, this.#listeners.reporterFor(process.name), startOptions),
    );
    const started = await Promise.allSettled(hooks.map((hook) => hook.start()));
    const failures = started.flatMap((one) => (one.status === "rejected" ? [one.reason as HookError] : []));
    if (failures.length === 0) {
      this.#add(hooks);
      return;
    }
    await Promise.all(hooks.map((hook) => hook.close()));
    throw new HooksStartError(failures);
  }

  #add(hooks: readonly ChainHook[]): void {
    const byPlace = (a: ChainHook, b: ChainHook) => a.priority - b.priority || (a.name < b.name ? -1 : 1);
    this.#hooks = [...this.#hooks, ...hooks].sort(byPlace);
  }

  async #reported<Outcome extends object>(
    ask: (tell: (report: Report) => void) => Promise<Outcome>,
  ): Promise<Reported<Outcome>> {
    this.#assertOpen();
    const { value, reports } = await this.#listeners.during(() => ask((report) => this.#listeners.report(report)));
    return { ...value, reports };
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw new Error("The hook manager is closed; make calls before close()");
  }
}

const HELLO_MS = 30_000;
const OPTIONS = ["version", "helloTimeoutMs", "onAsk", "ownGroups", "onReport", "onStderr", "onTrace", "transcript"];
const MOUNT_OPTIONS = ["priority", "env", "clock", "store"];

/**
 * Returns a copy of the call as JSON, so that the tool runs exactly what the hooks decided on. A call that is not JSON
 * is returned unchanged: calling the hooks with it fails.
 */
function asJson(call: BeforeToolParams): BeforeToolParams {
  try {
    return JSON.parse(stringify(call)) as BeforeToolParams;
  } catch {
    return call;
  }
}
