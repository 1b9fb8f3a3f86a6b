import {
  type HelloResult,
  type HookMode,
  type MethodName,
  PROTOCOL_VERSION,
  type RuntimeEventParams,
} from "@agent-hook/sdk/internal/picoclaw";
import type { ProcessSettings } from "../config/read-config.js";
import { HookError } from "../connection/hook-error.js";
import { HookProcess, type HookProcessOptions } from "../connection/hook-process.js";
import type { Exit } from "../connection/terminate.js";
import type { Dialect } from "../rules/dialect.js";
import type { ChainHook, HookReporter, HookState, HookStatus } from "./chain-hook.js";
import { Counters } from "./counters.js";
import { EventQueue } from "./event-queue.js";
import type { SendReport } from "./report.js";

/** A hook whose process ran for this long is not in a crash loop. */
const STABLE_MS = 30_000;
/** Time that a hook has to answer a hello after a call timed out, to show that it still reads and answers. */
const PROBE_MS = 1000;

const NO_PROCESS: { readonly [S in HookState]?: string } = {
  restarting: "has no process: it is being restarted",
  failed: "is not restarted: it cannot be called",
  closed: "was closed",
};

/** How each process is started. */
type StartOptions = Required<Pick<HookProcessOptions, "asks" | "helloTimeoutMs" | "ownGroup">>;

/** A hook process that is restarted when it dies, and replaced when it stops answering. */
export class SupervisedHook implements ChainHook {
  readonly name: string;
  readonly priority: number;
  readonly modes: readonly HookMode[];
  readonly counters = new Counters();
  readonly #events: EventQueue<RuntimeEventParams>;
  #state: HookState = "starting";
  #process: HookProcess | undefined;
  #starting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #probing = false;
  readonly #closing = new AbortController();
  #attempts = 0;
  #startedAt: number | undefined;
  #lastExit: Exit | undefined;
  #lastError: HookError | undefined;
  /** The hook's last answer to hello, kept while it has no process. */
  #hello: HelloResult = {};

  constructor(
    private readonly settings: ProcessSettings,
    private readonly dialect: Dialect,
    private readonly reporter: HookReporter,
    private readonly startOptions: StartOptions,
  ) {
    this.name = settings.name;
    this.priority = settings.priority;
    this.modes = settings.modes;
    this.#events = new EventQueue({
      send: (event) => {
        const { method, params } = this.dialect.event(event);
        try {
          this.#process?.notify(method, params);
        } catch (cause) {
          this.counters.eventsDropped += 1;
          this.#report("events-dropped", (cause as HookError).what, cause);
        }
      },
      // A hook without a process receives the waiting events when it has a process again.
      ready: (onReady) => this.#process?.keepsUp(onReady) ?? false,
      onDropped: (first) => {
        this.counters.eventsDropped += 1;
        if (first) this.#report("events-dropped", "it does not read its events; the oldest are dropped");
      },
    });
  }

  get onFailure(): "continue" | "block" {
    return this.settings.onFailure ?? (this.#hello.onFailure === "block" ? "block" : "continue");
  }

  /** Starts the process. If it does not start and the hook is required, rejects with the `HookError`. */
  async start(): Promise<void> {
    try {
      await this.#launch();
    } catch (error) {
      if (this.settings.required) {
        this.#state = "closed";
        throw error;
      }
      this.#lost(error as HookError);
    }
  }

  ask(method: MethodName, params: object, timeoutMs: number): Promise<unknown> {
    return this.counters.around(async () => {
      const process = this.#process;
      if (process === undefined) throw this.#noProcessError();
      try {
        return await process.call(method, params, timeoutMs);
      } catch (error) {
        if (error instanceof HookError && error.code === "timeout") void this.#probe(process);
        throw error;
      }
    });
  }

  emit(event: RuntimeEventParams): void {
    const { kinds } = this.settings;
    if (this.#state === "closed" || this.#state === "failed") return;
    if (kinds === undefined || kinds.has(event.kind)) this.#events.push(event);
  }

  status(): HookStatus {
    const pid = this.#process?.pid;
    return {
      name: this.name,
      priority: this.priority,
      source: "process",
      state: this.#state,
      modes: this.modes,
      onFailure: this.onFailure,
      hello: this.#hello,
      ...(pid === undefined ? {} : { pid }),
      ...(this.#lastExit === undefined ? {} : { lastExit: this.#lastExit }),
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...this.counters.snapshot(),
    };
  }

  async close(): Promise<void> {
    this.#state = "closed";
    clearTimeout(this.#timer);
    this.#closing.abort();
    await this.#starting?.catch(() => {});
    this.#events.sendAll();
    await this.#process?.close();
  }

  async #launch(): Promise<void> {
    const { name, command, cwd, env, modes, maxLineBytes } = this.settings;
    const started = HookProcess.start({
      name,
      command,
      // Tells a hook that uses the SDK which version of PicoClaw calls it. The hook's own `--host` takes precedence.
      env: { AGENT_HOOK_HOST: `picoclaw@${this.dialect.version}`, ...env },
      modes,
      maxLineBytes,
      ...this.startOptions,
      signal: this.#closing.signal,
      ...(cwd === undefined ? {} : { cwd }),
      onLine: (from, line) => this.reporter.onLine(from, line),
      onStderr: (line) => this.reporter.onStderr(line),
      onNoise: (what) => this.#report("noise", `it wrote ${what}`),
    }).then(async (process) => {
      if (this.#state === "closed") {
        await process.close();
        return;
      }
      this.#adopt(process);
    });
    this.#starting = started;
    await started;
  }

  #adopt(process: HookProcess): void {
    this.#process = process;
    this.#state = "running";
    this.#startedAt = performance.now();
    this.#hello = process.hello;
    if (this.settings.onFailure === "block" && process.hello.onFailure === "continue") {
      const text = 'the config sets onFailure "block", but the hook itself has "continue"';
      this.#report(
        "policy-differs",
        `${text}: if one of its handlers throws, it still answers, and the call continues`,
      );
    }
    void process.exited.then((exit) => {
      this.#lastExit = exit;
      this.reporter.onExit(exit);
      this.#process = undefined;
      if (this.#state !== "closed") this.#lost(process.ended as HookError);
    });
    this.#events.flush();
  }

  /** Sends a hello, and replaces the process if it does not answer. A process that is only slow answers it. */
  async #probe(process: HookProcess): Promise<void> {
    if (this.#probing || this.settings.restart === undefined) return;
    this.#probing = true;
    const { asks } = this.startOptions;
    const hello = { name: this.name, version: PROTOCOL_VERSION, modes: this.modes, ...(asks ? { asks } : {}) };
    const isAnswered = await process.call("hook.hello", hello, PROBE_MS).then(
      () => true,
      (error: HookError) => error.code !== "timeout",
    );
    this.#probing = false;
    if (isAnswered || this.#state === "closed") return;
    this.#report("process-lost", "it no longer answers; its process is replaced");
    await process.close({ endMs: 0, termMs: 0 });
  }

  #lost(error: HookError): void {
    this.#lastError = error;
    const plan = this.settings.restart;
    if (this.#startedAt !== undefined && performance.now() - this.#startedAt > STABLE_MS) this.#attempts = 0;
    this.#startedAt = undefined;
    if (plan === undefined || this.#attempts >= plan.attempts) {
      this.#state = "failed";
      const why =
        plan === undefined
          ? "it is not restarted"
          : `it is not restarted again after ${this.#attempts} restarts in a row`;
      this.#report("not-restarted", `${why}; ${this.#consequence}. ${error.message}`, error);
      return;
    }
    const delayMs = Math.min(plan.delayMs * 2 ** this.#attempts, plan.maxDelayMs);
    this.#attempts += 1;
    this.#state = "restarting";
    this.#report(
      "process-lost",
      `restart ${this.#attempts} of ${plan.attempts} in ${delayMs} ms. ${error.message}`,
      error,
    );
    this.#timer = setTimeout(() => void this.#restart(), delayMs).unref();
  }

  async #restart(): Promise<void> {
    try {
      await this.#launch();
      if (this.#state !== "running") return;
      this.counters.restarts += 1;
      this.#report("restarted", "it was restarted");
    } catch (error) {
      if (this.#state !== "closed") this.#lost(error as HookError);
    }
  }

  #noProcessError(): HookError {
    return new HookError("exited", `Hook "${this.name}"`, NO_PROCESS[this.#state] ?? "has no process", {
      stderr: "",
      cause: this.#lastError,
    });
  }

  get #consequence(): string {
    const approvals = this.modes.includes("approve") ? "every tool call is denied" : undefined;
    return approvals ?? (this.onFailure === "block" ? "each of its calls is denied" : "calls continue without it");
  }

  #report(kind: Parameters<SendReport>[0]["kind"], message: string, cause?: unknown): void {
    this.reporter.report({ hook: this.name, kind, message, ...(cause === undefined ? {} : { cause }) });
  }
}
