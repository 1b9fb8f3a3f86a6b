import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSqlite } from "../../src/store/sqlite/sqlite.js";
import { SqliteEngine } from "../../src/store/sqlite/sqlite-engine.js";
import { engineContract } from "./engine-contract.js";

const { argv } = process;
const LIMIT = { signal: new AbortController().signal, ms: 60_000 };
let folder: string;
let now: number;

beforeEach(() => {
  // `libsql` is looked up next to the program, and that is vitest.
  process.argv = [argv[0] as string, import.meta.filename];
  folder = mkdtempSync(join(tmpdir(), "store-"));
  now = 1_000_000_000_000;
});
afterEach(() => {
  process.argv = argv;
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = () => join(folder, "state/agent-hook/store.db");
const open = (file = fileOf()) => new SqliteEngine(file, loadSqlite(), () => now);

engineContract("a SQLite file", () => {
  const engine = open();
  return {
    engine,
    pass(ms) {
      now += ms;
    },
    close: () => engine.close(),
  };
});

describe("a SQLite file", () => {
  it("and its folder are only for their owner", async () => {
    await open().increment("n", 1, 1000, LIMIT);
    expect(statSync(join(folder, "state/agent-hook")).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(folder, "state/agent-hook"))) {
      expect(statSync(join(folder, "state/agent-hook", name)).mode & 0o077, name).toBe(0);
    }
  });

  it("keeps its values when it is closed, and when it is not closed", async () => {
    const [first, second] = [open(), open()];
    await first.increment("n", 1, 1000, LIMIT);
    await second.increment("n", 1, 1000, LIMIT);
    first.close();
    expect(await open().increment("n", 1, 1000, LIMIT)).toBe(3);
  });

  it("loses expired values", async () => {
    const engine = open();
    for (let key = 0; key < 1500; key++) await engine.set(`k${key}`, '"x"', 1000, LIMIT);
    await engine.set("kept", "1", 3_600_000, LIMIT);
    const database = new (loadSqlite())(fileOf());
    const count = () => (database.prepare("select count(*) as n from entries").get() as { n: number }).n;
    expect(count()).toBe(1502);
    for (let cleanup = 0; cleanup < 3; cleanup++) {
      now += 11 * 60 * 1000;
      await engine.increment("n", 1, 1000, LIMIT);
    }
    expect(count()).toBe(3);
    expect(await engine.get("kept", LIMIT)).toBe("1");
  });

  it("keeps what a call whose clock is far ahead takes for expired", async () => {
    const engine = open();
    await engine.set("kept", "1", 3_600_000, LIMIT);
    now += 1e12;
    await engine.increment("n", 1, 1000, LIMIT);
    now -= 1e12;
    for (let call = 0; call < 2; call++) {
      now += 11 * 60 * 1000;
      await engine.increment("n", 1, 1000, LIMIT);
    }
    expect(await engine.get("kept", LIMIT)).toBe("1");
  });

  it.each([
    ["text", () => writeFileSync(fileOf(), "not a database, but long enough to be one".repeat(200))],
    ["other pages", () => writeFileSync(fileOf(), Buffer.alloc(8192, 0xff), { flag: "r+" })],
  ])("that is damaged (%s) is an error that says what to do, and works again once deleted", async (_what, damage) => {
    const before = open();
    await before.increment("n", 1, 1000, LIMIT);
    before.close();
    // The log of changes repairs the file, and `libsql` keeps it when it closes a database.
    for (const end of ["-wal", "-shm"]) rmSync(fileOf() + end, { force: true });
    damage();
    const engine = open();
    const adding = async () => engine.increment("n", 1, 1000, LIMIT);
    await expect(adding()).rejects.toMatchObject({
      code: "corrupt",
      message: `the store ${fileOf()} failed: it is damaged: delete it to start with an empty store`,
    });
    rmSync(fileOf());
    expect(await adding()).toBe(1);
  });

  it("notices that another process has deleted it", async () => {
    const engine = open();
    await engine.increment("n", 1, 1000, LIMIT);
    for (const name of readdirSync(join(folder, "state/agent-hook"))) rmSync(join(folder, "state/agent-hook", name));
    expect(await engine.increment("n", 1, 1000, LIMIT)).toBe(1);
    expect(existsSync(fileOf())).toBe(true);
  });

  it("waits for a lock as long as the operation may take, and then is an error", async () => {
    const engine = open();
    await engine.increment("n", 1, 1000, LIMIT);
    const other = new (loadSqlite())(fileOf());
    other.exec("begin immediate");
    const adding = async (ms: number) => engine.increment("n", 1, 1000, { ...LIMIT, ms });
    await expect(adding(100)).rejects.toMatchObject({ code: "locked" });
    expect(await engine.get("n", LIMIT)).toBe("1");
    const waiting = adding(60_000);
    other.exec("commit");
    expect(await waiting).toBe(2);
  });

  it("that cannot be created is an error", async () => {
    writeFileSync(join(folder, "state"), "a file, not a folder");
    await expect(async () => open().get("n", LIMIT)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("of a newer version is an error", async () => {
    const engine = open();
    await engine.get("n", LIMIT);
    new (loadSqlite())(fileOf()).exec("pragma user_version = 2");
    await expect(async () => open().get("n", LIMIT)).rejects.toThrow("update agent-hook");
  });
});
