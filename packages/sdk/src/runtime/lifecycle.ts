import type { HookEvent } from "../hook/events.js";
import { type Awaitable, isThenable, promiseOf } from "./awaitable.js";
import { contextOf } from "./call-handler.js";
import type { Clock } from "./clock.js";
import { Deadline } from "./deadline.js";
import { contextIn } from "./event-context.js";
import { eventHandlerOf } from "./event-handlers.js";
import { Failure } from "./failure.js";
import type { HostRules } from "./host-rules.js";
import type { Member, PreparedHook } from "./prepared-hook.js";
import { RunningCalls } from "./running-calls.js";
import { timeoutSignal } from "./timeout-signal.js";

/** Less than the 5 s that a host may wait for its first answer. */
const START_MS = 4500;
/** Short enough for the process to end within two seconds of being told to. */
const STOP_MS = 330;

interface NotifyOptions {
  /** Whether only the members that name the event's kind receive it. */
  readonly named: boolean;
  /** Whether the host passes the texts of the members on to the model. */
  readonly takesContext: boolean;
}

/** Runs the handlers that answer no call: `setup`, `onEvent` and `teardown`. */
export class Lifecycle {
  #started: Awaitable<Failure | undefined> | "not yet" = "not yet";
  readonly #ending = new AbortController();
  /** For handlers of events: `signal` aborts only when the hook ends. */
  readonly #limit = {
    signal: this.#ending.signal,
    timeout: (ms: number) => timeoutSignal(this.#ending.signal, ms, this.clock),
  };

  constructor(
    private readonly hook: PreparedHook,
    private readonly rules: HostRules,
    private readonly clock: Clock,
    private readonly running: RunningCalls,
  ) {}

  /** Runs `setup` once. Returns why it failed, or `undefined`. */
  start(): Awaitable<Failure | undefined> {
    if (this.#started !== "not yet") return this.#started;
    if (this.hook.members.every((member) => member.hook.setup === undefined)) {
      this.#started = undefined;
      return undefined;
    }
    const starting = this.#run("setup", new Deadline(START_MS, this.clock, this.running));
    this.#started = starting;
    void starting.then((failure) => {
      if (failure !== undefined) this.hook.failed(failure, "the hook does not start");
      this.#started = failure;
    });
    return starting;
  }

  /**
   * Sends an event to every member and logs failures. Resolves when all members have handled it, to the texts that they
   * add for the model.
   */
  async notify(event: HookEvent, options: NotifyOptions): Promise<readonly string[]> {
    const texts = await Promise.all(this.hook.members.map((member) => this.#notifyMember(member, event, options)));
    return texts.flatMap((text) => text ?? []);
  }

  /** Waits `graceMs` for running calls, abandons the rest, then runs `teardown`. */
  async stop(graceMs: number): Promise<void> {
    await this.running.whenDrained(graceMs, this.clock);
    this.#ending.abort();
    this.running.stop();
    // Calls that start now are abandoned, but not `teardown`.
    const failure = await this.#run("teardown", new Deadline(STOP_MS, this.clock, new RunningCalls()));
    if (failure !== undefined) this.hook.failed(failure, "ignored");
  }

  /** Runs a step of every member in order. Returns the first failure. */
  async #run(step: "setup" | "teardown", deadline: Deadline): Promise<Failure | undefined> {
    try {
      for (const member of this.hook.members) {
        const failure = await this.#runStep(step, member, deadline);
        if (failure !== undefined) return failure;
      }
      return undefined;
    } finally {
      deadline.close();
    }
  }

  async #runStep(step: "setup" | "teardown", member: Member, deadline: Deadline): Promise<Failure | undefined> {
    try {
      const result = member.hook[step]?.(contextOf(member, deadline, this.rules, undefined));
      if (isThenable(result)) await deadline.race(promiseOf(result));
      if (deadline.ended !== undefined) throw deadline.ended;
      return undefined;
    } catch (thrown) {
      return Failure.of(thrown, member.hook.name, step);
    }
  }

  async #notifyMember(
    member: Member,
    event: HookEvent,
    { named, takesContext }: NotifyOptions,
  ): Promise<string | undefined> {
    const handler = eventHandlerOf(member.hook, event.kind, named);
    if (handler === undefined) return undefined;
    const where = typeof member.hook.onEvent === "function" ? "onEvent" : `onEvent["${event.kind}"]`;
    const deadline = new Deadline(this.hook.deadlines.interceptMs, this.clock, this.running);
    try {
      const handled = handler(event, contextOf(member, this.#limit, this.rules, event) as never);
      const value = isThenable(handled) ? await deadline.race(promiseOf(handled)) : handled;
      const context = contextIn(value, member.hook.name, where);
      if (context === undefined || takesContext) return context;
      const unsupported = `${this.rules.host.name} adds no context at this event (${event.hostKind}): use onPrompt`;
      throw new Failure("unsupported", member.hook.name, where, unsupported);
    } catch (thrown) {
      member.failed(Failure.of(thrown, member.hook.name, where), "ignored");
      return undefined;
    } finally {
      deadline.close();
    }
  }
}
