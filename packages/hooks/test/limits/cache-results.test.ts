import { type CacheResultsOptions, cacheResults } from "@agent-hook/hooks";
import { approve, compose, defineHook, deny } from "@agent-hook/sdk";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { BROKEN_STORE, moveTime } from "./store.js";

const READ = "read_file";
const read = (path: string, result: string | { forLlm: string; isError: true }) => ({
  tool: READ,
  arguments: { path },
  result,
});

/** Only PicoClaw lets a hook answer. */
describe("a repeated call", () => {
  it("is answered where the host lets a hook answer", async () => {
    const agent = createTestHost(cacheResults({ tools: [READ] }), { host: "picoclaw" });
    expect(await agent.tool(read("/a", "tea"))).toMatchObject({ ran: true, result: "tea", failures: [] });
    const again = await agent.tool(read("/a", "milk"));
    expect(again).toMatchObject({ ran: false, decision: "respond", result: "tea", failures: [] });
    expect(await agent.tool(read("/b", "milk"))).toMatchObject({ ran: true, result: "milk", failures: [] });
  });

  it("runs again elsewhere, or with otherwise: deny, the model reads the result in the reason", async () => {
    const agent = createTestHost(cacheResults({ tools: [READ] }), { host: "claude-code" });
    await agent.tool(read("/a", "tea"));
    expect(await agent.tool(read("/a", "milk"))).toMatchObject({ ran: true, result: "milk", failures: [] });
    const denying = createTestHost(cacheResults({ tools: [READ], otherwise: "deny" }), { host: "claude-code" });
    await denying.tool(read("/a", "tea"));
    const result = expect.stringMatching(/did not run again:\s+tea$/);
    expect(await denying.tool(read("/a", "milk"))).toMatchObject({ ran: false, failures: [], result });
  });
});

describe.each(["picoclaw", "claude-code"] as const)("under %s", (host) => {
  it("a call that another hook denies does not get the kept result", async () => {
    let isClosed = false;
    const guard = defineHook({
      name: "guard",
      onFailure: "block",
      approveTool: () => (isClosed ? deny("closed") : approve()),
    });
    const cache = cacheResults({ tools: [READ], otherwise: "deny" });
    const agent = createTestHost(compose({ name: "house" }, guard, cache), { host });
    expect(await agent.tool(read("/a", "tea"))).toMatchObject({ ran: true });
    isClosed = true;
    const outcome = await agent.tool(read("/a", "milk"));
    expect(outcome).toMatchObject({ ran: false, failures: [] });
    expect(JSON.stringify(outcome)).not.toContain("tea");
  });

  it("if the store fails, the tool runs, or is denied with onFailure: block", async () => {
    const options = { tools: [READ], otherwise: "deny" } as const;
    const broken = { host, env: BROKEN_STORE };
    const open = await createTestHost(cacheResults(options), broken).tool(read("/a", "tea"));
    expect(open).toMatchObject({ ran: true, result: "tea" });
    expect(open.failures).not.toEqual([]);
    const closed = createTestHost(cacheResults({ ...options, onFailure: "block" }), broken);
    expect(await closed.tool(read("/a", "tea"))).toMatchObject({ ran: false });
  });
});

describe("cacheResults", () => {
  it("forgets a result after its time", async () => {
    const time = moveTime();
    const agent = createTestHost(cacheResults({ tools: [READ], minutes: 1 }));
    await agent.tool(read("/a", "tea"));
    time.advance(59_000);
    expect(await agent.tool(read("/a", "milk"))).toMatchObject({ result: "tea" });
    time.advance(1100);
    expect(await agent.tool(read("/a", "milk"))).toMatchObject({ ran: true, result: "milk" });
  });

  it.each([
    ["an error", { forLlm: "no such file", isError: true as const }],
    ["a large result", "é".repeat(51)],
  ])("does not keep %s", async (_, result) => {
    const agent = createTestHost(cacheResults({ tools: [READ], maxBytes: 100 }));
    await agent.tool(read("/a", result));
    expect(await agent.tool(read("/a", "milk"))).toMatchObject({ ran: true, result: "milk" });
  });

  it("never answers a tool that it does not name", async () => {
    const agent = createTestHost(cacheResults({ tools: [READ] }));
    await agent.shell("date", "one");
    expect(await agent.shell("date", "two")).toMatchObject({ ran: true, result: "two" });
  });

  it.each<[string, unknown, string]>([
    ["no tools", {}, "tools: "],
    ["an unknown option", { tools: ["a"], ttl: 3 }, "Unrecognized key"],
  ])("rejects %s", (_, options, message) => {
    expect(() => cacheResults(options as CacheResultsOptions)).toThrow(message);
  });
});
