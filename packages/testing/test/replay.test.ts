import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPicoClawHost } from "@agent-hook/picoclaw/testing";
import {
  abortTurn,
  approve,
  defineHook,
  defineTool,
  deny,
  type Hook,
  type HookDefinition,
  modify,
  reject,
} from "@agent-hook/sdk";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { readTranscript, replay, type TranscriptEntry } from "../src/index.js";

const root = new URL("../../sdk/src/hosts/picoclaw/fixtures/", import.meta.url);
const recordings = readdirSync(root).flatMap((version) =>
  readdirSync(new URL(`${version}/`, root)).map((file) => [version, file.replace(".jsonl", "")] as const),
);
const recorded = (version: string, name: string) =>
  readTranscript(readFileSync(new URL(`${version}/${name}.jsonl`, root), "utf8"));
/** The snapshot has no version. Its wire is that of v0.2.9. */
const speaks = (version: string) => (version.startsWith("v") ? version : "v0.2.9");

const weather = defineTool({
  name: "get_weather",
  description: "Current weather for a city",
  input: z.object({ city: z.string() }),
  run: ({ city }) => ({ forLlm: `${city}: Sunny, 15 °C, humidity 45%`, forUser: "", silent: false, isError: false }),
});

/** What the hook of each recording did. Other hooks only observed. */
const hooks: Readonly<Record<string, Partial<HookDefinition<Record<never, never>>>>> = {
  "abort-turn": { beforeLlm: () => abortTurn("budget spent") },
  "deny-tool": { beforeTool: () => deny("directory listing is off") },
  "modify-arguments": { beforeTool: () => modify({ arguments: { path: "memory" } }), approveTool: () => approve() },
  "modify-reply": { afterLlm: () => modify({ content: "rewritten" }) },
  "modify-result": { approveTool: () => approve(), afterTool: () => modify({ result: "redacted" }) },
  "plugin-tool": { tools: [weather] },
  "reject-tool": { approveTool: () => reject("needs a human") },
};
const hookOf = (name: string): Hook => defineHook({ name: "probe", ...hooks[name] });

describe("a hook whose tools the host has from an MCP server", () => {
  const hook = defineHook({ name: "house", tools: [weather] });
  const record = async (env: NodeJS.ProcessEnv) => {
    const folder = mkdtempSync(join(tmpdir(), "replay-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const transcript = join(folder, "session.jsonl");
    const host = createPicoClawHost(hook, { env, transcript });
    const { outcome } = await host.beforeTool({ tool: "mcp_house_get_weather", arguments: { city: "Rome" } });
    await host.close();
    return { outcome, entries: readTranscript(readFileSync(transcript, "utf8")) };
  };

  it("gets the recorded name of the server, so an unchanged hook gives the same answers", async () => {
    const { outcome, entries } = await record({ AGENT_HOOK_MCP_NAME: "house" });
    expect(outcome).toBe("answered");
    const { ok, answers } = await replay(entries, hook, { env: {} });
    expect(answers.filter(({ verdict }) => verdict !== "same")).toEqual([]);
    expect(ok).toBe(true);
  });

  it("gets the caller's own name instead, and no name if the recorded hook had none", async () => {
    const { entries } = await record({ AGENT_HOOK_MCP_NAME: "house" });
    expect(await replay(entries, hook, { env: { AGENT_HOOK_MCP_NAME: "shop" } })).toMatchObject({ ok: false });
    const { outcome, entries: unnamed } = await record({});
    expect(outcome).toBe("continue");
    expect(await replay(unnamed, hook, { env: {} })).toMatchObject({ ok: true });
  });
});

describe("a hook that answers like the recorded one", () => {
  it("is replayed on all recordings", () => {
    expect(recordings).toHaveLength(49);
    for (const name of Object.keys(hooks)) expect(recordings.map(([, file]) => file)).toContain(name);
  });

  it.each(recordings)("has the same effect on PicoClaw %s in %s", async (version, name) => {
    const { ok, answers, extra } = await replay(recorded(version, name), hookOf(name), { version: speaks(version) });
    expect(extra).toEqual([]);
    expect(answers.filter(({ verdict }) => !verdict.startsWith("same"))).toEqual([]);
    expect(ok).toBe(true);
  });

  it.each(Object.keys(hooks))("differs from a hook without that effect in %s", async (name) => {
    const { ok, answers } = await replay(recorded("v0.2.6", name), defineHook({ name: "idle" }), {
      version: "v0.2.6",
    });
    expect(ok).toBe(false);
    expect(answers.filter(({ verdict }) => verdict === "different")).not.toEqual([]);
  });
});

describe("a replay", () => {
  const call = (id: number, tool: string): TranscriptEntry => ({
    from: "host",
    message: { jsonrpc: "2.0", id, method: "hook.before_tool", params: { tool, arguments: {} } },
  });
  const answer = (id: number, result: object, more: Partial<TranscriptEntry> = {}): TranscriptEntry => ({
    from: "hook",
    message: { jsonrpc: "2.0", id, result },
    ...more,
  });

  it("reports where an answer differs", async () => {
    const hook = defineHook({ name: "h", beforeTool: () => deny("b") });
    const { answers } = await replay([call(1, "t"), answer(1, { action: "deny_tool", reason: "a" })], hook);
    expect(answers).toMatchObject([
      {
        index: 1,
        method: "hook.before_tool",
        verdict: "different",
        differences: [{ pointer: "/result/reason", expected: "a", actual: "b" }],
      },
    ]);
  });

  it("treats redacted values as wildcards", async () => {
    const hook = defineHook({ name: "h", beforeTool: () => deny("key sk-123 is wrong") });
    const entry = answer(
      1,
      { action: "deny_tool", reason: "key [redacted] is wrong" },
      { redacted: ["/result/reason"] },
    );
    expect(await replay([call(1, "t"), entry], hook)).toMatchObject({ ok: true, answers: [{ verdict: "same" }] });
  });

  it("treats the id in the message of a failure as a wildcard", async () => {
    const hook = defineHook({
      name: "h",
      approveTool: () => {
        throw new Error("x");
      },
    });
    const approve: TranscriptEntry = {
      ...call(1, "t"),
      message: { ...call(1, "t").message, method: "hook.approve_tool" },
    };
    const reason =
      'hook "h" threw an error at approveTool (id 0123abcd); to find out why, run: npx agent-hook why 0123abcd';
    const report = await replay([approve, answer(1, { approved: false, reason })], hook);
    expect(report).toMatchObject({ ok: true, answers: [{ verdict: "same" }] });
  });

  it("without any call is not ok", async () => {
    expect(await replay([], defineHook({ name: "h" }))).toEqual({ ok: false, answers: [], extra: [] });
  });

  it("with several hooks requires a hook name", async () => {
    const entries = [call(1, "t"), answer(1, { action: "continue" })];
    const both = ["a", "b"].flatMap((hook) => entries.map((entry) => ({ ...entry, hook })));
    await expect(replay(both, defineHook({ name: "a" }))).rejects.toThrow("has lines of a, b: choose one hook");
    const report = await replay(both, defineHook({ name: "a" }), { hook: "b" });
    expect(report).toMatchObject({ ok: true, answers: [{ index: 3 }] });
  });

  it("keeps calls overlapping as recorded", async () => {
    let release: (() => void) | undefined;
    const hook = defineHook({
      name: "h",
      beforeTool: async ({ tool }) => {
        if (tool === "first") await new Promise<void>((resolve) => (release = resolve));
        else release?.();
        return deny(tool);
      },
    });
    const refused = (id: number, reason: string) => answer(id, { action: "deny_tool", reason });
    const report = await replay([call(1, "first"), call(2, "second"), refused(2, "second"), refused(1, "first")], hook);
    expect(report).toMatchObject({ ok: true, answers: [{ verdict: "same" }, { verdict: "same" }] });
  });

  it("reports a missing answer and continues", async () => {
    const hook = defineHook({
      name: "h",
      deadlines: { interceptMs: 60_000 },
      beforeTool: ({ tool }) => (tool === "hangs" ? new Promise(() => {}) : deny("no")),
    });
    const report = await replay(
      [call(1, "hangs"), answer(1, {}), call(2, "t"), answer(2, { action: "deny_tool", reason: "no" })],
      hook,
      { timeoutMs: 20 },
    );
    expect(report).toMatchObject({ ok: false, answers: [{ verdict: "missing" }, { verdict: "same" }] });
  });

  it("reports what a hook writes in addition to its answers", async () => {
    const report = await replay([call(1, "t")], defineHook({ name: "h" }));
    expect(report).toMatchObject({
      ok: false,
      extra: [{ call: 0, entry: { message: { id: 1, result: { action: "continue" } } } }],
    });
  });

  it("sends lines that are not messages unchanged", async () => {
    const bad: TranscriptEntry = { from: "host", text: "{not json" };
    const error = { code: -32700, message: "Parse error: this line is not JSON" };
    const entry: TranscriptEntry = { from: "hook", message: { jsonrpc: "2.0", id: null, error } };
    expect(await replay([bad, entry], defineHook({ name: "h" }))).toMatchObject({ ok: true });
  });

  it("reports each answer, and stops if the callback returns false", async () => {
    const hook = defineHook({ name: "h", beforeTool: ({ tool }) => deny(tool) });
    const reported: unknown[] = [];
    const entries = ["a", "b", "c"].flatMap((tool, index) => [call(index, tool), answer(index, {})]);
    const report = await replay(entries, hook, {
      onAnswer: ({ index, verdict }) => {
        reported.push([index, verdict]);
        return index < 3;
      },
    });
    expect(reported).toEqual([
      [1, "different"],
      [3, "different"],
    ]);
    expect(report.answers).toHaveLength(2);
  });
});

describe("a recording by a test host", () => {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-replay-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(["v0.2.6", "v0.2.9"])("replays on %s and reports a hook with other answers", async (version) => {
    const transcript = join(folder, `${version}.jsonl`);
    const hook = (reason: string) =>
      defineHook({
        name: "h",
        tools: [weather],
        approveTool: ({ tool }) => (tool === "exec" ? reject(reason) : approve()),
      });
    const host = createPicoClawHost(hook("no"), { version, transcript });
    await host.beforeLlm();
    await host.runTool({ tool: "exec", arguments: { key: "sk-0123456789abcdefghij" } });
    await host.runTool({ tool: "get_weather", arguments: { city: "Rome" } });
    await host.close();
    const text = readFileSync(transcript, "utf8");
    expect(text).not.toContain("sk-0123456789");
    const entries = readTranscript(text);
    expect(entries.map(({ from }) => from)).toEqual(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? "host" : "hook")),
    );
    expect(await replay(entries, hook("no"), { version })).toMatchObject({ ok: true });
    const changed = await replay(entries, hook("never"), { version });
    expect(changed.answers.filter(({ verdict }) => verdict === "different")).toMatchObject([
      { method: "hook.approve_tool", differences: [{ pointer: "/result/reason", expected: "no", actual: "never" }] },
    ]);
  });
});
