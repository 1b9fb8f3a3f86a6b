import { isDeepStrictEqual } from "node:util";
import { HookProcess, type HookProcessOptions } from "../hook-process.js";
import type { Random } from "../random.js";
import { type ExpectedCall, randomCall } from "./expected-calls.js";
import type { Memory } from "./growth.js";

const MEGABYTE = 2 ** 20;

type Id = string | number;

/** Calls one hook process and compares every answer with the expected one. */
export class CallSession {
  /** Number of answers that arrived before the answer to an earlier call. */
  overtaken = 0;
  sent = 0;
  events = 0;
  readonly #open = new Map<string, { readonly n: number; readonly result: unknown }>();
  readonly #process: HookProcess;
  #newest = 0;
  #ownTools: readonly unknown[] = [];
  #onAnswer: () => void = () => {};
  #last: unknown;

  constructor(
    private readonly random: Random,
    options: Omit<HookProcessOptions, "onLine">,
  ) {
    this.#process = new HookProcess("calls.mjs", { ...options, onLine: (line) => this.#onLine(line) });
  }

  /** Completes the handshake and reads the tools that the hook adds to a request. */
  async start(): Promise<void> {
    const modes = ["observe", "llm", "tool", "approve"];
    await this.#exchange("hook.hello", { name: "calls", version: 1, modes });
    const { request } = (await this.#exchange("hook.before_llm", {
      model: "m",
      messages: [],
      tools: [],
      options: {},
    })) as {
      request: { tools: readonly { function: { name: string } }[] };
    };
    this.#ownTools = request.tools;
    const names = request.tools.map((tool) => tool.function.name).join();
    if (names !== "add,state") throw new Error(`expected the tools add and state, the hook offers ${names}`);
  }

  get inFlight(): number {
    return this.#open.size;
  }

  /** Returns lines for `count` new calls, some of them followed by an event. */
  lines(count: number, turns: () => number | undefined = () => undefined): Buffer[] {
    return Array.from({ length: count }, () => this.#line(turns()));
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#process.write(bytes);
  }

  /** Resolves when at most `count` calls are open. */
  async atMost(count: number): Promise<void> {
    if (this.#open.size <= count) return;
    const reached = new Promise<void>((resolve) => {
      this.#onAnswer = () => {
        if (this.#open.size <= count) resolve();
      };
    });
    await this.#process.unlessFailed(reached);
  }

  /** Returns the memory that the process needs. V8 releases freed memory only after several collections. */
  async memory(): Promise<Memory> {
    let lowest = await this.#state();
    for (let again = 0; again < 5; again++) {
      const state = await this.#state();
      if (state.rss <= lowest.rss) lowest = state;
    }
    return { rss: lowest.rss / MEGABYTE, heapUsed: lowest.heapUsed / MEGABYTE };
  }

  /** Returns the state that the process reports. */
  async #state(): Promise<{ readonly events: number; readonly rss: number; readonly heapUsed: number }> {
    const { result } = (await this.#exchange("hook.before_tool", { tool: "state", arguments: {} })) as {
      result: { for_llm: string };
    };
    return JSON.parse(result.for_llm);
  }

  /** Waits until no call is open, checks the number of events and ends the hook. */
  async end(): Promise<void> {
    await this.atMost(0);
    const { events } = await this.#state();
    if (events !== this.events) throw new Error(`${this.events} events were sent, the hook saw ${events}`);
    await this.#process.end();
  }

  kill(): void {
    this.#process.kill();
  }

  #line(turns: number | undefined): Buffer {
    const n = ++this.sent;
    const call = randomCall(n, this.random, turns, this.#ownTools);
    // A number and a string with the same digits are different ids.
    const half = Math.ceil(n / 2);
    const line = this.#openCall(n % 2 === 0 ? half : String(half), n, call);
    if (this.random.below(8) > 0) return Buffer.from(line);
    this.events += 1;
    const event = { jsonrpc: "2.0", method: "hook.event", params: { Kind: "turn_start", Payload: { n } } };
    return Buffer.from(`${line}${JSON.stringify(event)}\n`);
  }

  #openCall(id: Id, n: number, { method, params, result }: ExpectedCall): string {
    this.#open.set(JSON.stringify(id), { n, result });
    return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  }

  async #exchange(method: string, params: ExpectedCall["params"]): Promise<unknown> {
    await this.atMost(0);
    const id = `own ${this.sent} ${method}`;
    this.#open.set(JSON.stringify(id), { n: this.#newest, result: undefined });
    await this.#process.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    await this.atMost(0);
    return this.#last;
  }

  #onLine(line: string): void {
    const { jsonrpc, id, result, ...rest } = JSON.parse(line);
    const key = JSON.stringify(id);
    const call = this.#open.get(key);
    if (call === undefined) throw new Error(`an answer that matches no open call: ${line.slice(0, 500)}`);
    this.#open.delete(key);
    const right = call.result === undefined ? result !== undefined : isDeepStrictEqual(result, call.result);
    if (jsonrpc !== "2.0" || !right || Object.keys(rest).length > 0) {
      throw new Error(
        `a wrong answer: ${line.slice(0, 2000)}\nexpected ${JSON.stringify(call.result)?.slice(0, 2000)}`,
      );
    }
    if (call.n < this.#newest) this.overtaken += 1;
    else this.#newest = call.n;
    this.#last = result;
    this.#onAnswer();
  }
}
