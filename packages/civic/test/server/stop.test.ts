import { defineHook, defineTool } from "@agent-hook/sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { serveCivic } from "../../src/index.js";

const hook = defineHook({ name: "h", beforeTool: () => undefined });

function quietly() {
  const written: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  onTestFinished(() => spy.mockRestore());
  return written;
}

describe("a served hook", () => {
  it("leaves no listeners in the process after it stopped", async () => {
    quietly();
    const listenerCounts = () =>
      ["SIGTERM", "SIGINT", "uncaughtException", "unhandledRejection"].map((name) => process.listenerCount(name));
    const before = listenerCounts();
    const server = await serveCivic(hook, { port: 0 });
    expect(listenerCounts()).toEqual(before.map((count) => count + 1));
    await Promise.all([server.stop(), server.stop()]);
    expect(listenerCounts()).toEqual(before);
  });

  it("does not start on a port that is in use, and names the port", async () => {
    quietly();
    const stopped = vi.fn();
    const server = await serveCivic(hook, { port: 0 });
    const second = serveCivic({ ...hook, teardown: stopped }, { port: server.port });
    await expect(second).rejects.toThrow(
      `serveCivic cannot listen at 127.0.0.1, port ${server.port}: the port is taken: choose another, or 0 for any`,
    );
    expect(stopped).toHaveBeenCalledOnce();
    await server.stop();
  });

  it.each([
    [{}, "port: expected a whole number from 0 to 65535, got undefined"],
    [{ port: "8080" }, 'port: expected a whole number from 0 to 65535, got "8080"'],
    [{ port: 0, host: 5 }, 'host: expected an address such as "127.0.0.1", got 5'],
    [{ port: 0, token: "" }, "token: expected a non-empty string that is not only dots, got an empty string"],
    [{ port: 0, token: ".." }, "token: expected a non-empty string that is not only dots, got string"],
    [{ port: 0, hosts: ["a", 5] }, "hosts: expected an array of names without a port"],
    [{ port: 0, hosts: ["hook:8080"] }, "hosts: expected an array of names without a port"],
    [{ port: 0, hosts: ["*"] }, "hosts: expected an array of names without a port"],
    [{ port: 0, tokn: "x" }, 'unknown option "tokn"'],
    [undefined, "port: expected"],
  ])("does not start with the options %j", async (options, words) => {
    await expect(serveCivic(hook, options as never)).rejects.toThrow(words);
  });

  it("does not start with an invalid definition, a missing setting or a failing setup", async () => {
    quietly();
    await expect(serveCivic({ name: "h", beforeTols: () => {} } as never, { port: 0 })).rejects.toThrow("beforeTols");
    const native = { civic: { processCallToolReques: () => undefined } } as never;
    await expect(serveCivic(defineHook({ name: "h", native }), { port: 0 })).rejects.toThrow(
      'unknown key "processCallToolReques" in native["civic"]',
    );
    const tool = defineTool({
      name: "t",
      description: "",
      input: z.object({}),
      env: z.object({ CIVIC_TEST_MISSING: z.string() }),
      run: () => "",
    });
    await expect(serveCivic(defineHook({ name: "h", tools: [tool] }), { port: 0 })).rejects.toThrow(
      "CIVIC_TEST_MISSING",
    );
    const setup = () => {
      throw new Error("no database");
    };
    await expect(serveCivic(defineHook({ name: "h", setup }), { port: 0 })).rejects.toThrow();
  });

  it("logs which handlers are never called", async () => {
    const written = quietly();
    const server = await serveCivic(defineHook({ name: "h", beforeLlm: () => undefined }), { port: 0, token: "t" });
    await server.stop();
    expect(written.join("")).toContain("Civic's proxy never calls beforeLlm");
  });
});
