import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OperationLimit } from "../../../src/store/engine.js";
import { MemoryEngine } from "../../../src/store/memory-engine.js";
import { RedisConnection } from "../../../src/store/redis/redis-connection.js";
import { RedisEngine } from "../../../src/store/redis/redis-engine.js";
import { parseRedisSetting, type RedisSetting } from "../../../src/store/redis/redis-setting.js";
import { engineContract } from "../../store/engine-contract.js";
import { hasRedis, RedisServer } from "../../store/redis-server.js";
import { ManualClock } from "../../unit/manual-clock.js";

const LIMIT: OperationLimit = { signal: new AbortController().signal, ms: 60_000 };
const HOUR = 3_600_000;

/** Moves everything in the store back in time: the server's clock cannot be moved. ARGV: milliseconds. */
const PASS = `
for _, key in ipairs(redis.call('KEYS', '*')) do
  local rest = redis.call('PTTL', key) - ARGV[1]
  if rest <= 0 then redis.call('DEL', key)
  elseif string.find(key, '^agent%-hook:windows') then
    local windows = cmsgpack.unpack(redis.call('GET', key))
    for _, additions in pairs(windows) do
      for at = 1, #additions, 2 do additions[at] = additions[at] - ARGV[1] end
    end
    redis.call('SET', key, cmsgpack.pack(windows), 'PX', rest)
  else redis.call('PEXPIRE', key, rest) end
end`;

describe.skipIf(!hasRedis)("Redis (skipped without redis-server)", () => {
  let server: RedisServer;
  let admin: RedisConnection;
  const engines: RedisEngine[] = [];
  const setting = (part = "") => parseRedisSetting(`redis://${part}127.0.0.1:${server.port}`) as RedisSetting;
  const open = (part = "") => {
    const engine = new RedisEngine(setting(part));
    engines.push(engine);
    return engine;
  };
  const command = (...parts: string[]) => admin.send(parts);
  const pass = async (ms: number) => void (await command("EVAL", PASS, "0", String(Math.ceil(ms))));

  beforeAll(async () => {
    server = await RedisServer.start();
    admin = await RedisConnection.open(setting());
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close();
    await command("FLUSHALL");
  });
  afterAll(async () => {
    admin.retire();
    await server.remove();
  });

  engineContract("Redis", () => ({ engine: open(), pass, async close() {} }));

  it("counts windows as in memory, whatever is added and when", async () => {
    const steps = fc.array(
      fc.record({
        passMs: fc.integer({ min: 0, max: 12 }).map((part) => part * 100_000),
        windowMs: fc.constantFrom(1_050_000, 3_050_000),
        limit: fc.integer({ min: 1, max: 10 }),
        amount: fc.constantFrom(0, 0.25, 1, 3, 20),
      }),
      { maxLength: 15 },
    );
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const clock = new ManualClock();
        const [memory, redis, key] = [new MemoryEngine(clock), open(), `run ${runs++}`];
        for (const { passMs, ...window } of all) {
          clock.advance(passMs);
          await pass(passMs);
          const { retryAfterMs, ...use } = await memory.addToWindow(key, window, LIMIT);
          const onRedis = await redis.addToWindow(key, window, LIMIT);
          expect(onRedis).toMatchObject(use);
          if (Number.isFinite(retryAfterMs)) expect(Math.abs(onRedis.retryAfterMs - retryAfterMs)).toBeLessThan(40_000);
          else expect(onRedis.retryAfterMs).toBe(retryAfterMs);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("counts an addition from the future, which a clock that was put back leaves, for one more window", async () => {
    const engine = open();
    const add = (amount: number) => engine.addToWindow("w", { windowMs: 100_000, limit: 5, amount }, LIMIT);
    await add(5);
    await pass(-1_000_000);
    expect(await add(1)).toMatchObject({ allowed: false, used: 5 });
    await pass(100_000);
    expect(await add(1)).toMatchObject({ allowed: true, used: 1 });
  });

  it("keeps nothing forever, and a window for its length", async () => {
    const engine = open();
    await engine.set("a", "1", 1e300, LIMIT);
    await engine.increment("n", 1, 0.5, LIMIT);
    await engine.addToWindow("w", { windowMs: 50_000, limit: 5, amount: 1 }, LIMIT);
    await engine.addToWindow("w", { windowMs: Number.MAX_SAFE_INTEGER, limit: 5, amount: 1 }, LIMIT);
    expect(await command("PTTL", "agent-hook:value:{a}")).toBeGreaterThan(9e13);
    expect(await command("PTTL", "agent-hook:windows:{w}")).toBeGreaterThan(9e15);
  });

  it("does not write a sum that is too large for a number", async () => {
    const engine = open();
    await engine.set("n", "1.7e308", HOUR, LIMIT);
    await expect(engine.increment("n", 1.7e308, HOUR, LIMIT)).rejects.toMatchObject({ code: "invalid-value" });
    expect(await engine.get("n", LIMIT)).toBe("1.7e308");
  });

  it("uses the database of the setting, and fails if there is none of that number", async () => {
    const engine = new RedisEngine({ ...setting(), database: 3 });
    engines.push(engine);
    await engine.set("a", "1", HOUR, LIMIT);
    expect(await open().get("a", LIMIT)).toBeUndefined();
    expect(await command("DBSIZE")).toBe(0);
    const missing = new RedisEngine({ ...setting(), database: 99 });
    await expect(missing.set("a", "1", HOUR, LIMIT)).rejects.toThrow("it has no database of the number");
    expect(await command("DBSIZE")).toBe(0);
  });

  it("logs in, and sends nothing to a server that refuses the login", async () => {
    await command(
      "ACL",
      "SETUSER",
      "hook",
      "on",
      ">p@ss/1",
      "~agent-hook:*",
      "-@all",
      "+get",
      "+set",
      "+del",
      "+eval",
      "+time",
    );
    const engine = open("hook:p%40ss%2F1@");
    expect(await engine.increment("n", 1, HOUR, LIMIT)).toBe(1);
    expect(await engine.addToWindow("n", { windowMs: 1000, limit: 1, amount: 1 }, LIMIT)).toMatchObject({
      allowed: true,
    });
    await engine.delete("n", LIMIT);
    await command("ACL", "SETUSER", "hook", "-set");
    await expect(engine.set("n", "1", HOUR, LIMIT)).rejects.toThrow("its user lacks rights");
    for (const login of ["hook:correct-horse@", ":correct-horse@", "nobody:correct-horse@"]) {
      const failure = await open(login)
        .increment("n", 1, HOUR, LIMIT)
        .catch((error) => error);
      expect(failure).toMatchObject({ name: "StoreError", code: "unavailable" });
      expect(failure.message).toContain("it refuses the user or the password");
      expect(`${failure.stack}${JSON.stringify(failure)}${failure.cause}`).not.toMatch(/correct-horse|127\.0\.0\.1/);
    }
    expect(await command("DBSIZE")).toBe(0);
  });

  it("says that its memory is full, and that it is a replica", async () => {
    await command("CONFIG", "SET", "maxmemory", "1");
    await expect(open().increment("n", 1, HOUR, LIMIT)).rejects.toMatchObject({ code: "full" });
    await command("CONFIG", "SET", "maxmemory", "0");
    await command("REPLICAOF", "127.0.0.1", "1");
    const denied = open().increment("n", 1, HOUR, LIMIT);
    await expect(denied).rejects.toThrow(/replica that cannot be written/);
    await command("REPLICAOF", "NO", "ONE");
  });

  it("says that another program has written to its keys", async () => {
    await command("LPUSH", "agent-hook:value:{n}", "x");
    await expect(open().increment("n", 1, HOUR, LIMIT)).rejects.toMatchObject({ code: "corrupt" });
  });

  it("connects again after the server was stopped and started, and keeps its values", async () => {
    const engine = open();
    expect(await engine.increment("n", 1, HOUR, LIMIT)).toBe(1);
    await server.stop();
    const adding = () => engine.increment("n", 1, HOUR, LIMIT);
    await expect(adding()).rejects.toMatchObject({ code: "unavailable" });
    await expect(adding()).rejects.toThrow("it cannot be reached (ECONNREFUSED)");
    await server.start();
    expect(await adding()).toBe(2);
    expect(await Promise.all([adding(), adding()])).toEqual([3, 4]);
    admin = await RedisConnection.open(setting());
  });

  it("gives up at the end of the operation's time, and does not send later what was not sent", async () => {
    const [connected, fresh] = [open(), open("late:x@")];
    await command("ACL", "SETUSER", "late", "on", ">x", "+@all", "~*");
    await connected.increment("n", 1, HOUR, LIMIT);
    server.pause();
    const ends = new AbortController();
    const limit = { signal: ends.signal, ms: 60_000 };
    // `fresh` waits for the reply to its login, and `connected` for that to its command.
    const waiting = [connected.get("n", limit), fresh.increment("n", 1, HOUR, limit)];
    const settled = Promise.allSettled(waiting);
    const kept = fresh.increment("other", 1, HOUR, LIMIT);
    // Waits until both commands are queued.
    await new Promise(setImmediate);
    ends.abort(new Error("the time is over"));
    for (const result of await settled) expect(result).toMatchObject({ reason: new Error("the time is over") });
    server.resume();
    expect(await kept).toBe(1);
    expect(await connected.get("n", LIMIT)).toBe("1");
    expect(await fresh.increment("n", 1, HOUR, LIMIT)).toBe(2);
  });

  it("lets other operations on the same connection end when one is given up", async () => {
    const engine = open();
    await engine.get("n", LIMIT);
    const ends = new AbortController();
    server.pause();
    const given = engine.increment("n", 1, HOUR, { signal: ends.signal, ms: 1 });
    const kept = engine.increment("n", 1, HOUR, LIMIT);
    ends.abort(new Error("the time is over"));
    await expect(given).rejects.toThrow("the time is over");
    server.resume();
    expect(await kept).toBe(2);
  });
});
