import { describe, expect, test } from "vitest";
import { connectedDev, toolHook } from "../dev-mcp.js";
import { AGES, editWhileCalling, hookFolder } from "../dev-session.js";

const connected = async () => {
  const files = hookFolder(toolHook(0));
  return { files, ...(await connectedDev([process.execPath, files.pathOf("main.mjs")])) };
};

describe("an MCP server that is edited while a client uses it", () => {
  test("answers every call with one whole version, in 25 edits", async () => {
    const { files, call, faults, reports } = await connected();
    const { calls, wrong } = await editWhileCalling(call, (version) => files.write(toolHook(version)), 25);
    expect(wrong).toEqual([]);
    expect(faults).toEqual([]);
    expect(reports.filter(({ event }) => event !== "reloaded")).toEqual([]);
    expect(calls).toBeGreaterThan(50);
  });

  test("answers the calls that it already had in the old version, also with 1 MB", async () => {
    const { files, call, until } = await connected();
    const text = "x".repeat(500_000);
    const inOld = [call({ until: files.pathOf("go"), text }), call({ until: files.pathOf("go"), text })];
    await files.noted("call 0", 2);
    files.write(toolHook(1));
    await until(({ event }) => event === "reloaded");
    expect(await call({ text })).toBe("1 1 500000");
    files.write({ go: "" });
    expect(await Promise.all(inOld)).toEqual(["0 0 500000", "0 0 500000"]);
  });

  test("tells the client that its tools changed, and the client can call the new one", async () => {
    const { files, client, call, listChanged, toolLists, until } = await connected();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["version"]);
    const changed = listChanged();
    files.write(toolHook(1, "release"));
    expect(await until(({ event }) => event === "reloaded")).toMatchObject({ notes: [] });
    await changed;
    expect(toolLists).toEqual([["release"]]);
    expect(await call({}, "release")).toBe("1 1 0");
  });

  test("keeps the old version if the new one is broken, and can then be fixed", async () => {
    const { files, call, until } = await connected();
    files.write({ "main.mjs": "throw new Error('at import');" });
    expect(await until(() => true)).toMatchObject({ event: "broken", old: "the old version" });
    expect(await call()).toBe("0 0 0");
    files.write(toolHook(1));
    await until(({ event }) => event === "reloaded");
    expect(await call()).toBe("1 1 0");
  });

  test("gets a cancelled call cancelled in the version that has it", async () => {
    const { files, client, call, until } = await connected();
    const abort = new AbortController();
    const args = { until: files.pathOf("go") };
    const cancelled = client.callTool({ name: "version", arguments: args }, { signal: abort.signal, timeout: AGES });
    await files.noted("call 0");
    files.write(toolHook(1));
    expect(await until(({ event }) => event === "reloaded")).toMatchObject({ callsInOldVersion: 1 });
    abort.abort();
    await expect(cancelled).rejects.toThrow();
    files.write(toolHook(2));
    // Nothing is left to answer in the first version.
    expect(await until(({ event }) => event === "reloaded", 1)).toMatchObject({ callsInOldVersion: 0 });
    expect(await call()).toBe("2 2 0");
  });
});
