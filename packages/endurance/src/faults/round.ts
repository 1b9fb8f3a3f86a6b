import { fileURLToPath } from "node:url";
import { HooksStartError } from "@agent-hook/picoclaw";
import { type PicoClawHost, startPicoClawHost } from "@agent-hook/picoclaw/testing";
import type { Random } from "../random.js";
import { within } from "../within.js";
import { type Fault, type FaultSetup, type HostActions, MOMENTS, type Scale } from "./fault.js";
import { Scene } from "./scene.js";

const HOOK = fileURLToPath(new URL("../../hooks/faulty.mjs", import.meta.url));
const FORMS = ["approveTool", "beforeTool", "beforeTool, approves all", "composed", "own tool"] as const;
const VERSIONS = ["v0.2.6", "v0.2.7", "v0.2.9"] as const;
/** Longer than `STEP_MS`: if a call that must not time out gets no answer, the step fails. */
const NO_LIMIT_MS = 600_000;
/** Far above the duration of a step. */
const STEP_MS = 60_000;
const LARGE = "x".repeat(200_000);

interface Call {
  readonly n: number;
  readonly allowed: boolean;
  readonly ran: boolean;
  readonly outcome: string;
}

/** Runs one hook that has one fault, calls it, and checks everything that must hold in spite of the fault. */
export class Round {
  /** How many of all calls ran, and how many did not. */
  readonly counts = { ran: 0, denied: 0 };
  readonly #scene = new Scene();
  readonly #setup: FaultSetup;
  readonly #plan: object;
  readonly #ownTool: boolean;
  readonly #version: string;
  readonly #moment: string;
  readonly #inFlight: number;
  readonly #duringCalls: (() => void)[] = [];
  #lastCall = 0;

  constructor(
    private readonly fault: Fault,
    private readonly random: Random,
    scale: Scale,
  ) {
    this.#setup = fault.draw(random, scale);
    this.#inFlight = 2 + random.below(6);
    this.#version = random.pick(VERSIONS);
    this.#moment = random.pick(this.#setup.moments ?? MOMENTS);
    const form = random.pick(FORMS);
    this.#ownTool = form === "composed" || form === "own tool";
    const { inHook } = this.#setup;
    this.#plan = {
      form,
      folder: this.#scene.folder,
      withChild: random.below(2) === 0,
      fault: inHook && { at: 1 + random.below(this.#inFlight), ...inHook },
    };
  }

  async run(): Promise<void> {
    try {
      await this.#startAndEnd();
      await this.#within("the end of every process", this.#scene.allEnded());
      const forbidden = this.#scene.marks("forbidden");
      if (forbidden.length > 0) throw new Error(`${this.#title}: it ran ${forbidden.join(", ")}`);
    } finally {
      this.#scene.remove();
    }
  }

  /** The drawn values, to find the cause of a failure. */
  get #title(): string {
    const where = `${this.#moment}, ${this.#inFlight} in flight, PicoClaw ${this.#version}`;
    return `${this.fault.name} (${where}; ${JSON.stringify(this.#plan)})`;
  }

  #within<T>(what: string, promise: Promise<T> | undefined): Promise<T | undefined> {
    return within(STEP_MS, Promise.resolve(promise), `${this.#title}: ${what}`);
  }

  async #startAndEnd(): Promise<void> {
    const host = await this.#start();
    try {
      if (host !== undefined) await this.#runCalls(host);
    } catch (cause) {
      throw new Error(`${this.#title}\n${host?.stderr.slice(-10).join("\n").slice(-2000)}`, { cause });
    } finally {
      await this.#within("close", host?.close());
    }
  }

  /** Starts the hook. Returns `undefined` if the agent does not start. */
  async #start(): Promise<PicoClawHost | undefined> {
    const { nodeOptions = [], shell, env, limitMs = NO_LIMIT_MS, starts, later } = this.#setup;
    const command = [process.execPath, ...nodeOptions, HOOK, "--host", `picoclaw@${this.#version}`];
    const quoted = command.map((word) => `'${word}'`).join(" ");
    const { folder } = this.#scene;
    const started = startPicoClawHost(shell === undefined ? command : this.#scene.shell(shell(quoted, folder)), {
      version: this.#version,
      cwd: folder,
      env: { PLAN: JSON.stringify(this.#plan), ...env?.(folder) },
      defaults: { interceptor_timeout_ms: limitMs, approval_timeout_ms: limitMs },
    }).catch((cause: unknown) => {
      if (cause instanceof HooksStartError && later === undefined) return undefined;
      throw new Error(this.#title, { cause });
    });
    const host = await this.#within("start", started);
    if (host !== undefined && starts === false) throw new Error(`${this.#title}: the agent started`);
    return host;
  }

  async #runCalls(host: PicoClawHost): Promise<void> {
    const { apply, inHook, later, limitMs } = this.#setup;
    const actions = await this.#hostActions(host);
    if (this.#moment === "before") apply?.(actions);
    const first = this.#batch(host);
    if (this.#moment === "during") {
      await this.#turns();
      apply?.(actions);
    }
    const mustAnswer =
      inHook === undefined && apply !== undefined && this.#moment === "between" && limitMs === undefined;
    check(await first, mustAnswer ? "answers" : undefined);
    if (inHook !== undefined && !this.#scene.has("struck")) throw new Error("the fault did not strike");
    if (this.#moment === "between") apply?.(actions);
    check(await this.#batch(host), later);
  }

  async #hostActions(host: PicoClawHost): Promise<HostActions> {
    const { pid } = await host.status();
    return {
      signal: (signal) => {
        if (pid !== undefined) process.kill(pid, signal);
      },
      openGate: () => this.#scene.openGate(),
      duringCalls: (callback) => {
        if (this.#moment === "during") void this.#turns().then(callback);
        else this.#duringCalls.push(callback);
      },
    };
  }

  /** Runs allowed and forbidden tool calls together with model requests. */
  async #batch(host: PicoClawHost): Promise<readonly Call[]> {
    const calls = Array.from({ length: this.#inFlight }, (_, index) => this.#call(host, index % 2 === 0));
    const content = this.#setup.large ? LARGE : "hi";
    const requests = [1, 2, 3].map(() => host.beforeLlm({ messages: [{ role: "user", content }] }));
    const callbacksDone = this.#turns().then(() => {
      for (const callback of this.#duringCalls.splice(0)) callback();
    });
    await this.#within("every call ends", Promise.all([...calls, ...requests, callbacksDone]));
    return Promise.all(calls);
  }

  async #call(host: PicoClawHost, allowed: boolean): Promise<Call> {
    const n = ++this.#lastCall;
    const tool = this.#ownTool && n % 3 === 0 ? "remove" : "exec";
    const { outcome } = await host.runTool({ tool, arguments: { n, allowed } }, () => {
      this.#scene.mark(`${allowed ? "allowed" : "forbidden"}-${n}`);
      return "done";
    });
    const ran = outcome === "ran" || outcome === "answered";
    this.counts[ran ? "ran" : "denied"] += 1;
    return { n, allowed, ran, outcome };
  }

  /** Waits for a random number of event loop turns, which take little time. The wait can end at any stage of a call. */
  async #turns(): Promise<void> {
    for (let left = this.random.below(400); left > 0; left--) await new Promise(setImmediate);
  }
}

/** Throws if a forbidden call ran, or if an allowed call does not match the expectation. */
function check(calls: readonly Call[], expected: FaultSetup["later"]): void {
  for (const call of calls) {
    const wrong =
      (call.ran && !call.allowed) ||
      (expected === "answers" && call.ran !== call.allowed) ||
      (expected === "denies" && call.ran);
    if (wrong) throw new Error(`expected ${expected ?? "a denial"}, call ${JSON.stringify(call)}`);
  }
}
