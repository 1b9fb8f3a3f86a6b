import type { Hook } from "@agent-hook/sdk";
import { type Clock, type InProcessHook, runInProcess, type StoreSource } from "@agent-hook/sdk/in-process";
import {
  type HelloResult,
  HOOK_MODES,
  type HookMode,
  type MethodName,
  modeOf,
  PROTOCOL_VERSION,
  type RuntimeEventParams,
} from "@agent-hook/sdk/internal/picoclaw";
import { HookClient } from "../connection/hook-client.js";
import type { HookError } from "../connection/hook-error.js";
import type { Dialect } from "../rules/dialect.js";
import type { ChainHook, HookReporter, HookState, HookStatus } from "./chain-hook.js";
import { Counters } from "./counters.js";

/** Options for a hook that runs in this process. */
export interface MountOptions {
  /** Its position in the chain: lower is called first. Default 0. */
  readonly priority?: number;
  /** The environment for its `env` schemas. Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** The clock for its deadlines. Default: the system's. */
  readonly clock?: Clock;
  /** What `context.store` uses, as in `runInProcess`. Default: `AGENT_HOOK_STORE` in `env`, or a new store in memory. */
  readonly store?: StoreSource;
}

/** Time that running calls have to finish when a mounted hook is closed. */
const GRACE_MS = 1500;

/** A hook in this process. It is called over the same wire as a hook with its own process. */
export class MountedHook implements ChainHook {
  readonly counters = new Counters();
  #state: HookState = "running";
  #hello: HelloResult = {};

  private constructor(
    readonly name: string,
    readonly priority: number,
    private readonly running: InProcessHook,
    private readonly client: HookClient,
    private readonly dialect: Dialect,
    private readonly reporter: HookReporter,
  ) {}

  /** Rejects if `serve` would not start the hook, and with a `HookError` if hello fails. */
  static async mount(
    hook: Hook,
    dialect: Dialect,
    reporter: HookReporter,
    options: MountOptions,
    asks: boolean,
  ): Promise<MountedHook> {
    const { priority = 0, env, clock, store } = options;
    let stderr = "";
    const running = await runInProcess(hook, {
      host: `picoclaw@${dialect.version}`,
      ...(env === undefined ? {} : { env }),
      ...(clock === undefined ? {} : { clock }),
      ...(store === undefined ? {} : { store }),
      write: (text) => client.receive(text.split("\n").slice(0, -1)),
      writeError: (text) => {
        stderr = text;
        for (const line of text.trimEnd().split("\n")) reporter.onStderr(line);
      },
      onFailure: (failure) => {
        const message = `${failure.where} failed (${failure.kind}, id ${failure.id}): ${failure.message}`;
        reporter.report({ hook: hook.name, kind: "hook-failed", message, cause: failure });
      },
    });
    const client: HookClient = new HookClient({
      label: `Hook "${hook.name}" (mounted)`,
      write: (text) => running.receive(text.split("\n").slice(0, -1)),
      onLine: (from, line) => reporter.onLine(from, line),
      onNoise: undefined,
      stderr: () => stderr,
      whenRead: (callback) => callback(),
    });
    const mounted = new MountedHook(hook.name, priority, running, client, dialect, reporter);
    const params = { name: hook.name, version: PROTOCOL_VERSION, modes: mounted.modes, ...(asks ? { asks } : {}) };
    const hello = await client.call("hook.hello", params, HELLO_MS).catch(async (error: HookError) => {
      await mounted.close();
      throw client.error("hello-failed", `failed hook.hello: ${error.what}`, error);
    });
    mounted.#hello = hello as HelloResult;
    return mounted;
  }

  get modes(): readonly HookMode[] {
    // Prompts have no mode: an agent built on this package does not call hooks for prompts.
    const points = this.running.manifest.points.filter((point) => point !== "onPrompt");
    const enabled = new Set<HookMode>(points.map(modeOf));
    return HOOK_MODES.filter((mode) => enabled.has(mode));
  }

  get onFailure(): "continue" | "block" {
    return this.running.manifest.onFailure;
  }

  ask(method: MethodName, params: object, timeoutMs: number): Promise<unknown> {
    return this.counters.around(() => this.client.call(method, params, timeoutMs));
  }

  emit(event: RuntimeEventParams): void {
    const { method, params } = this.dialect.event(event);
    try {
      this.client.notify(method, params);
    } catch (cause) {
      this.counters.eventsDropped += 1;
      this.reporter.report({ hook: this.name, kind: "events-dropped", message: (cause as HookError).what, cause });
    }
  }

  status(): HookStatus {
    const { name, priority, modes, onFailure } = this;
    return {
      name,
      priority,
      source: "mounted",
      state: this.#state,
      modes,
      onFailure,
      hello: this.#hello,
      ...this.counters.snapshot(),
    };
  }

  async close(): Promise<void> {
    this.#state = "closed";
    await this.running.end(GRACE_MS);
    this.client.close(this.client.error("exited", "was closed"));
  }
}

/** Time to answer hello. `setup` has its own, shorter deadline of 4.5 s. */
const HELLO_MS = 5000;
