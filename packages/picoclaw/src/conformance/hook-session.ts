import { HOST_TIMEOUTS_MS, type HookMode, PROTOCOL_VERSION } from "@agent-hook/sdk/internal/picoclaw";
import { broken, inconclusive, notApplicable } from "./finding.js";
import { type Exchange, HookUnderTest, type Launch } from "./hook-under-test.js";
import { ALL_MODES, CALLS, type CallMethod, idOnlyReply, MODE_OF, sampleParams } from "./sample-calls.js";
import type { OutLine } from "./stdout-lines.js";

export interface SessionOptions extends Launch {
  readonly name: string;
  readonly modes: readonly HookMode[];
  readonly callOwnTools: boolean;
  readonly timeoutMs: number;
}

/** One of the first calls, which several rules judge. */
export interface Sample extends Exchange {
  readonly method: CallMethod;
}

/** What happened in a process from hello to the end of its stdin. */
export interface Lifetime {
  readonly asked: readonly number[];
  readonly lines: readonly OutLine[];
  readonly endedInTime: boolean;
  readonly stderr: string;
}

/** The host kills a hook this long after closing the hook's stdin. */
export const END_MS = 2000;
/** Factor by which a rule waits longer than the host, to distinguish a late answer from none. */
const SHARED_LIMIT_FACTOR = 2;

/** The processes of the hook under test, one shared and the others separate, and what they have answered so far. */
export class HookSession {
  readonly #all = new Set<HookUnderTest>();
  #shared: HookUnderTest | undefined;
  #hello: Exchange | undefined;
  #samples: Promise<readonly Sample[]> | undefined;
  #life: Promise<Lifetime> | undefined;
  #timedOut = false;
  // Rules share these answers, so the lateness of one counts for every rule that judges them.
  #lateSamples = false;
  #lateLife = false;

  constructor(readonly options: SessionOptions) {}

  /** Whether an answer that the current rule judges, or the end of a process, did not come in time. */
  get timedOut(): boolean {
    return this.#timedOut || [...this.#all].some((hook) => hook.timedOut);
  }

  /** What came late before counts no more. */
  startRule(): void {
    this.#timedOut = false;
  }

  /** Returns how long the host waits for an answer. */
  limitOf(method: string): number {
    const { timeoutMs } = this.options;
    return method === "hook.approve_tool"
      ? timeoutMs * (HOST_TIMEOUTS_MS.approve / HOST_TIMEOUTS_MS.intercept)
      : timeoutMs;
  }

  hello(hook: HookUnderTest, modes: readonly HookMode[] = this.options.modes): Promise<Exchange> {
    const ordered = ALL_MODES.filter((mode) => modes.includes(mode));
    const params = { name: this.options.name, version: PROTOCOL_VERSION, modes: ordered };
    return hook.ask("hook.hello", params, Math.max(this.options.timeoutMs, HOST_TIMEOUTS_MS.hello));
  }

  /** Returns the first hello. The process that answered it is shared. */
  async firstHello(): Promise<Exchange> {
    if (this.#hello !== undefined) return this.#hello;
    this.#shared = await this.start();
    this.#hello = await this.hello(this.#shared);
    return this.#hello;
  }

  /** Starts a process without sending anything. */
  async start(): Promise<HookUnderTest> {
    const hook = await HookUnderTest.start(this.options);
    this.#all.add(hook);
    return hook;
  }

  /** Starts a separate process and sends hello. */
  async startReady(): Promise<HookUnderTest> {
    const hook = await this.start();
    const { answer, error, received, sent } = await this.hello(hook);
    if (answer === undefined || error !== undefined) {
      throw inconclusive("The hook failed hook.hello this time", { sent, received });
    }
    return hook;
  }

  /** Returns the process that rules share. It is a new one if the last one has died or was discarded. */
  async shared(): Promise<HookUnderTest> {
    if (this.#shared === undefined || this.#shared.exit !== undefined) this.#shared = await this.startReady();
    return this.#shared;
  }

  /** Makes the next rule start a new shared process, so that the current one cannot affect it. */
  discardShared(): void {
    this.#shared = undefined;
  }

  /**
   * Returns one or two calls with their outcome for each point that the modes enable, whether they were answered or
   * not.
   */
  async samples(): Promise<readonly Sample[]> {
    this.#samples ??= this.#ask();
    const samples = await this.#samples;
    if (this.#lateSamples) this.#timedOut = true;
    return samples;
  }

  /** Returns the methods that the hook answers with a result. Rejects with a `Finding` if there are none. */
  async answered(): Promise<readonly [CallMethod, ...CallMethod[]]> {
    const [first, ...more] = await this.#answering();
    if (first !== undefined) return [first, ...more];
    const { modes } = this.options;
    if (!CALLS.some((method) => modes.includes(MODE_OF[method]))) throw notApplicable("These modes have no calls");
    throw inconclusive("The hook answers no call with a result");
  }

  /** Makes a call that must be answered, which proves that the hook has read everything before it. */
  async barrier(hook: HookUnderTest, sentBefore: string): Promise<Exchange> {
    const exchange = await this.call(hook, (await this.answered())[0]);
    if (exchange.answer === undefined) throw broken(sentBefore, `to the next call: ${exchange.received}`);
    return exchange;
  }

  call(hook: HookUnderTest, method: CallMethod, params: object = sampleParams(method)): Promise<Exchange> {
    return hook.ask(method, params, this.limitOf(method));
  }

  /** Makes a call that must be answered with a result. */
  async mustAnswer(hook: HookUnderTest, method: CallMethod, params?: object): Promise<Exchange> {
    const exchange = await this.call(hook, method, params);
    if (exchange.answer === undefined || exchange.error !== undefined) throw broken(exchange.sent, exchange.received);
    return exchange;
  }

  /**
   * Returns every line of a process that got a hello, one call of each method that it answers, and then the end of
   * stdin.
   */
  async lifetime(): Promise<Lifetime> {
    this.#life ??= this.#live();
    const life = await this.#life;
    if (this.#lateLife) this.#timedOut = true;
    return life;
  }

  close(): Promise<void> {
    return this.#close([...this.#all]);
  }

  /** Ends all processes except the shared one. */
  async tidy(): Promise<void> {
    await this.#close([...this.#all].filter((hook) => hook !== this.#shared));
  }

  async #close(hooks: readonly HookUnderTest[]): Promise<void> {
    this.#timedOut = this.timedOut;
    for (const hook of hooks) this.#all.delete(hook);
    await Promise.all(hooks.map((hook) => hook.close()));
  }

  async #ask(): Promise<readonly Sample[]> {
    const samples: Sample[] = [];
    for (const method of CALLS.filter((call) => this.options.modes.includes(MODE_OF[call]))) {
      const more = method === "hook.after_llm" ? [idOnlyReply()] : [];
      for (const params of [sampleParams(method), ...more]) {
        const sample = await (await this.shared()).ask(method, params, this.limitOf(method) * SHARED_LIMIT_FACTOR);
        samples.push({ ...sample, method });
        if (sample.ms > this.limitOf(method)) this.#lateSamples = true;
        if (sample.answer !== undefined) continue;
        this.discardShared();
        break;
      }
    }
    return samples;
  }

  async #answering(): Promise<readonly CallMethod[]> {
    const good = (await this.samples()).filter(({ answer, error }) => answer !== undefined && error === undefined);
    return CALLS.filter((method) => good.some((sample) => sample.method === method));
  }

  async #live(): Promise<Lifetime> {
    const hook = await this.startReady();
    for (const method of await this.#answering()) await this.call(hook, method);
    const endedInTime = await hook.endStdin(END_MS);
    this.#lateLife = hook.timedOut;
    return { asked: hook.asked, lines: hook.stdout.all, endedInTime, stderr: hook.stderr };
  }
}
