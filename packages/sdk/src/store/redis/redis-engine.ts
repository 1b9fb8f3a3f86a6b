import type { WindowUse } from "../../hook/store.js";
import { StoreError } from "../../hook/store-error.js";
import type { EngineWindow, OperationLimit, StoreEngine } from "../engine.js";
import { SLICES } from "../sliding-window.js";
import { RedisConnection } from "./redis-connection.js";
import { connectionError, serverError } from "./redis-failure.js";
import { ADD_TO_WINDOW, COMPARE_AND_SET, INCREMENT } from "./redis-scripts.js";
import type { RedisSetting } from "./redis-setting.js";
import { type Reply, ReplyError } from "./replies.js";

/** The longest lifetime that the server is told, in milliseconds: 3,000 years. It refuses one that overflows. */
const MAX_LIFETIME_MS = 1e14;

/**
 * A store on a Redis or Valkey server, which many machines share. Our own client, because a one-shot hook connects for
 * each call. CPU time above a bare process, with connecting and an increment (measured): 6 ms, with `iovalkey` 70 to 90
 * ms, with `ioredis` 80 to 120 ms, with `@redis/client` 180 to 330 ms.
 *
 * A command is never sent again after a failure, because the server may have carried it out. The next operation opens a
 * new connection.
 */
export class RedisEngine implements StoreEngine {
  readonly isShared = true;
  #connection: RedisConnection | undefined;
  #opening: Promise<RedisConnection> | undefined;

  constructor(private readonly setting: RedisSetting) {}

  async get(key: string, limit: OperationLimit): Promise<string | undefined> {
    return (await this.#run(["GET", valueKey(key)], limit)) as string | undefined;
  }

  async set(key: string, text: string, lifetimeMs: number, limit: OperationLimit): Promise<void> {
    await this.#run(["SET", valueKey(key), text, "PX", lifetime(lifetimeMs)], limit);
  }

  async delete(key: string, limit: OperationLimit): Promise<void> {
    await this.#run(["DEL", valueKey(key), windowsKey(key)], limit);
  }

  async increment(key: string, by: number, lifetimeMs: number, limit: OperationLimit): Promise<number> {
    const sum = await this.#script(INCREMENT, valueKey(key), [String(by), lifetime(lifetimeMs)], limit);
    if (sum !== undefined && Number.isFinite(Number(sum))) return Number(sum);
    const why = sum === undefined ? "the stored value is not a number" : "the sum is too large";
    throw new StoreError("invalid-value", `increment: ${why}: delete it, or use another key`);
  }

  async compareAndSet(
    key: string,
    expected: string | undefined,
    text: string,
    lifetimeMs: number,
    limit: OperationLimit,
  ): Promise<boolean> {
    const values = [expected === undefined ? "0" : "1", expected ?? "", text, lifetime(lifetimeMs)];
    return (await this.#script(COMPARE_AND_SET, valueKey(key), values, limit)) === 1;
  }

  async addToWindow(key: string, window: EngineWindow, limit: OperationLimit): Promise<WindowUse> {
    const { windowMs, limit: most, amount } = window;
    // `tonumber` need not know "Infinity".
    const values = [windowMs, Math.min(most, Number.MAX_VALUE), amount, SLICES].map(String);
    const reply = await this.#script(ADD_TO_WINDOW, windowsKey(key), values, limit);
    const [isAdded, used, waitMs] = (reply as readonly Reply[]).map(Number) as [number, number, number];
    return { allowed: isAdded === 1, used, retryAfterMs: amount > most ? Number.POSITIVE_INFINITY : waitMs };
  }

  async close(): Promise<void> {
    const connection = (await this.#opening) ?? this.#connection;
    this.#connection = undefined;
    connection?.retire();
  }

  #script(script: string, key: string, values: readonly string[], limit: OperationLimit): Promise<Reply> {
    return this.#run(["EVAL", script, "1", key, ...values], limit);
  }

  async #run(command: readonly string[], { signal }: OperationLimit): Promise<Reply> {
    const connection = this.#connection?.isUsable ? this.#connection : await this.#open();
    const reply = await connection.send(command, signal);
    if (reply instanceof ReplyError) throw serverError(reply.text);
    return reply;
  }

  /** Operations that start at the same time share a connection. */
  #open(): Promise<RedisConnection> {
    this.#opening ??= RedisConnection.open(this.setting)
      .then(
        (connection) => {
          this.#connection = connection;
          return connection;
        },
        (error) => {
          throw connectionError(error);
        },
      )
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }
}

/** The braces make a cluster, or a proxy in front of one, keep both keys in the same place. */
function valueKey(key: string): string {
  return `agent-hook:value:{${key}}`;
}

function windowsKey(key: string): string {
  return `agent-hook:windows:{${key}}`;
}

function lifetime(ms: number): string {
  return String(Math.ceil(Math.min(ms, MAX_LIFETIME_MS)));
}
