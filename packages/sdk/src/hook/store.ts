import type { Schema } from "./schema.js";

/**
 * Which calls share a value:
 *
 * - `session`: the calls with the same `call.sessionId`
 * - `project`: the calls in the same project: the nearest folder at or above `call.cwd` that contains `.git`. Without
 *   one, `call.cwd`; without `cwd`, the folder of the hook's process
 * - `user`: all calls of the same user account on the same machine
 * - `fleet`: all calls of everybody who uses the same store. A file and `memory:` have one user, so this equals `user`
 */
export type StoreScope = "session" | "project" | "user" | "fleet";

/** A key with the type, the scope and the lifetime of its value. `storeKey` creates it. */
export interface StoreKey<T> {
  /** Unique within the hook. */
  readonly name: string;
  readonly scope: StoreScope;
  /** How long a value lives after it was last written, in milliseconds. Then it is removed. */
  readonly lifetimeMs: number;
  /** The schema of the value. */
  readonly value: Schema<T>;
  /** What `for` added to the name. */
  readonly parts: readonly string[];
  /**
   * Returns a key with a separate value for these parts, which are added to the parts that the key has already.
   *
   * @example await context.store.increment(calls.for(call.tool));
   */
  for(...parts: string[]): StoreKey<T>;
}

/** The second argument of `storeKey`. */
export interface StoreKeyOptions<T> {
  /**
   * The schema of the value, of zod 4 or another Standard Schema library. It receives the value as read from JSON, in
   * which a `Date`, for example, is a string.
   */
  readonly value: Schema<T>;
  readonly scope: StoreScope;
  /** In milliseconds, more than 0. Default: 30 days. */
  readonly lifetimeMs?: number;
}

/** A sliding window of `addToWindow`. Windows of different lengths under the same key count separately. */
export interface WindowOptions {
  /** The length of the window in milliseconds: a whole number from 1. */
  readonly windowMs: number;
  /** The largest sum of the amounts in the window, from 0. */
  readonly limit: number;
  /** What is added, from 0. With 0, the window is only looked at. Default: 1. */
  readonly amount?: number;
}

/** What `addToWindow` resolves to. */
export interface WindowUse {
  /** Whether the amount was added. */
  readonly allowed: boolean;
  /** The sum in the window, with the amount if it was added. */
  readonly used: number;
  /**
   * 0 if the amount was added. Otherwise the milliseconds until it would fit if nothing else is added: `Infinity` if
   * `amount` is larger than `limit`.
   */
  readonly retryAfterMs: number;
}

/**
 * Values that outlive the call: `context.store`. All operations are atomic, also between processes.
 *
 * An operation rejects with a `StoreError` if the store is down, locked for too long or damaged, or if a value does not
 * fit the schema of its key. If a handler does not catch it, the handler fails: the failure policy decides. An operation
 * ends before the deadline of its call.
 *
 * `AGENT_HOOK_STORE` chooses the store: `file:/path`, `redis://...` or `memory:`. Default: a file of the user in
 * `$XDG_STATE_HOME/agent-hook`, or `~/.local/state/agent-hook`. `createTestHost` has a store in memory.
 *
 * @example
 * const calls = storeKey("calls", { value: z.number(), scope: "session" });
 * const hook = defineHook({
 *   name: "at-most-100",
 *   onFailure: "block",
 *   beforeTool: async (call, { store }) => {
 *     if ((await store.increment(calls)) > 100) return deny("100 calls are enough for a session");
 *   },
 * });
 */
export interface Store {
  /** Resolves to the value, or `undefined` if there is none. */
  get<T>(key: StoreKey<T>): Promise<T | undefined>;
  set<T>(key: StoreKey<T>, value: NoInfer<T>): Promise<void>;
  /** Removes the value and the windows of a key. */
  delete(key: StoreKey<unknown>): Promise<void>;
  /** Adds `by`, by default 1, to the value. A missing value counts as 0. Resolves to the new value. */
  increment(key: StoreKey<number>, by?: number): Promise<number>;
  /**
   * Writes `value` only if the current value equals `expected`, as JSON; the order of fields does not matter.
   * `undefined`: only if the key has no value. Resolves to whether it wrote.
   */
  compareAndSet<T>(key: StoreKey<T>, expected: NoInfer<T> | undefined, value: NoInfer<T>): Promise<boolean>;
  /**
   * Adds an amount to a sliding window, if the sum of the last `windowMs` milliseconds then is at most `limit`. To bound
   * its size, a window has about 1000 slices. All amounts in a slice count as added at the time of the last one.
   *
   * @example
   * const { allowed, retryAfterMs } = await store.addToWindow(calls, { windowMs: 60_000, limit: 20 });
   * if (!allowed) return deny(`20 calls a minute; try again in ${Math.ceil(retryAfterMs / 1000)} s`);
   */
  addToWindow(key: StoreKey<number>, options: WindowOptions): Promise<WindowUse>;
}

const SCOPES: readonly string[] = ["session", "project", "user", "fleet"] satisfies readonly StoreScope[];
const THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Creates a key for `context.store`. Throws a `TypeError` that names each invalid option.
 *
 * @example const calls = storeKey("calls", { value: z.number(), scope: "session", lifetimeMs: 3_600_000 });
 */
export function storeKey<T>(name: string, options: StoreKeyOptions<T>): StoreKey<T> {
  const problems = problemsOf(name, options);
  if (problems.length > 0) throw new TypeError(`storeKey: ${problems.join("; ")}`);
  const { value, scope, lifetimeMs = THIRTY_DAYS_MS } = options;
  const keyWith = (parts: readonly string[]): StoreKey<T> =>
    Object.freeze({
      name,
      scope,
      lifetimeMs,
      value,
      parts: Object.freeze(parts),
      for(...more: string[]) {
        const isText = (part: unknown) => typeof part === "string";
        if (more.length === 0 || !more.every(isText)) throw new TypeError(`storeKey "${name}": for expects strings`);
        return keyWith([...parts, ...more]);
      },
    });
  return keyWith([]);
}

// Checks without a schema: a hook creates its keys at each start of a process, and a schema would slow down each start.
function problemsOf(name: unknown, options: unknown): string[] {
  const problems: string[] = [];
  const known = ["value", "scope", "lifetimeMs"];
  if (typeof name !== "string" || name === "") problems.push("expected a non-empty string as name");
  if (typeof options !== "object" || options === null) return [...problems, "expected options with value and scope"];
  const { value, scope, lifetimeMs } = options as Record<string, unknown>;
  const validate = (value as Schema | undefined)?.["~standard"]?.validate;
  if (typeof validate !== "function") problems.push("value: expected a schema (zod 4, or any Standard Schema)");
  if (!SCOPES.includes(scope as string)) problems.push(`scope: expected ${SCOPES.join(", ")}`);
  if (lifetimeMs !== undefined && !(typeof lifetimeMs === "number" && lifetimeMs > 0 && Number.isFinite(lifetimeMs))) {
    problems.push("lifetimeMs: expected milliseconds, more than 0");
  }
  for (const key of Object.keys(options)) if (!known.includes(key)) problems.push(`unknown key "${key}"`);
  return problems;
}
