import type { Target } from "../hook-target.js";

/** Starts the hook. `onLine` receives each of its lines, and `undefined` at the end. */
export type StartHook = (onLine: (line: string | undefined) => void) => Promise<Target>;

const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "agent-hook-testing", version: "1.0.0" },
};

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** An MCP client that exchanges lines with a hook. */
export class McpConnection {
  readonly #pending = new Map<number, Pending>();
  readonly #target: Promise<Target>;
  readonly #ready: Promise<void>;
  #lastId = 0;

  constructor(start: StartHook) {
    this.#target = start((line) => this.#receive(line));
    this.#ready = this.#initialize();
    // If the hook does not start, the first call rejects.
    this.#ready.catch(() => {});
  }

  started(): Promise<void> {
    return this.#ready;
  }

  /** Resolves to the result; rejects with the server's error. */
  async request(method: string, params: object): Promise<unknown> {
    await this.#ready;
    return this.#send(method, params);
  }

  async close(): Promise<void> {
    const target = await this.#target.catch(() => undefined);
    await target?.end();
  }

  async #initialize(): Promise<void> {
    await this.#send("initialize", INITIALIZE);
    const target = await this.#target;
    target.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  }

  async #send(method: string, params: object): Promise<unknown> {
    const target = await this.#target;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      target.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  #receive(line: string | undefined): void {
    if (line === undefined) {
      for (const { reject } of this.#pending.values()) reject(new Error("the hook ended before it answered"));
      return;
    }
    const { id, result, error } = JSON.parse(line) as { id?: number; result?: unknown; error?: { message: string } };
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined) return;
    this.#pending.delete(id);
    if (error === undefined) pending.resolve(result);
    else pending.reject(new Error(error.message));
  }
}
