import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { readTranscript, type TranscriptEntry } from "../../../src/transcript/index.js";
import { spawnHook, spawnReady } from "../../spawn-hook.js";
import { NEEDLE, TEXTS } from "../../transcript/secrets.js";
import { beforeTool } from "../../wire-calls.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-hook-trace-"));
  file = join(folder, "trace.jsonl");
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const entries = (): TranscriptEntry[] => readTranscript(readFileSync(file, "utf8"));
const contents = () => entries().map(({ at: _at, hook: _hook, ...content }) => content);
const greeted = (env: NodeJS.ProcessEnv = {}, plumbing: "pipe" | "socket" = "pipe") =>
  spawnReady("leaky.mjs", { env: { AGENT_HOOK_TRACE: file, ...env }, plumbing });
const blocked = (text: string) => ({ action: "deny_tool", reason: text });

describe("AGENT_HOOK_TRACE", () => {
  test.each(["pipe", "socket"] as const)("records both directions in order, and the end (%s)", async (plumbing) => {
    const hook = await greeted({}, plumbing);
    await hook.call("hook.before_tool", beforeTool("exec", { text: "no" }), "a");
    await hook.notify("hook.unknown", { x: 1 });
    await hook.write("not JSON\n\n[1]\n");
    await hook.answer(null);
    expect(await hook.end()).toEqual({ code: 0, signal: null });

    const recorded = contents();
    expect(recorded.filter(({ from }) => from === "host")).toMatchObject([
      { message: { id: 1, method: "hook.hello" } },
      { message: { jsonrpc: "2.0", id: "a", method: "hook.before_tool", params: beforeTool("exec", { text: "no" }) } },
      { message: { method: "hook.unknown", params: { x: 1 } } },
      { text: "not JSON" },
      { text: "" },
      { text: "[1]" },
    ]);
    const written = hook.lines.filter((line) => line !== "" && !line.includes("NOISE"));
    expect(recorded.filter(({ from }) => from === "hook")).toEqual([
      ...written.map((line) => ({ from: "hook", message: JSON.parse(line) })),
      { from: "hook", exit: 0 },
    ]);
    expect(recorded.slice(0, 4).map(({ from }) => from)).toEqual(["host", "hook", "host", "hook"]);
    expect(readFileSync(file, "utf8")).not.toContain("NOISE");
  });

  test("records the time and the hook, in a file that only its owner can read", async () => {
    const before = Date.now();
    writeFileSync(file, "");
    chmodSync(file, 0o644);
    await (await greeted()).end();
    const times = entries().map(({ at = "" }) => Date.parse(at));
    expect(times).toEqual([...times].sort());
    expect(times[0]).toBeGreaterThanOrEqual(before);
    expect(times[2]).toBeLessThanOrEqual(Date.now());
    expect(entries().map(({ hook }) => hook)).toEqual(["leaky", "leaky", "leaky"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("removes secrets in both directions, by key and by shape, from JSON, JSON text and other text", async () => {
    const hook = await greeted();
    for (const [text] of Object.values(TEXTS)) {
      const args = { text, password: NEEDLE, args: JSON.stringify({ token: NEEDLE, text }) };
      expect(await hook.call("hook.before_tool", beforeTool("exec", args))).toEqual(blocked(text));
      await hook.write(`${JSON.stringify(args).slice(0, -1)}\n`);
    }
    await hook.end();
    expect(readFileSync(file, "utf8")).not.toContain(NEEDLE);
    const asked = entries().find(({ message }) => message?.method === "hook.before_tool");
    expect(asked?.redacted).toEqual(["text", "password", "args"].map((key) => `/params/arguments/${key}`));
    expect(entries().filter(({ redacted }) => redacted?.[0] === "/result/reason")).toHaveLength(
      Object.keys(TEXTS).length,
    );
  });

  test("keeps secrets with AGENT_HOOK_TRACE_RAW=1", async () => {
    const hook = await greeted({ AGENT_HOOK_TRACE_RAW: "1" });
    await hook.call("hook.before_tool", beforeTool("exec", { text: NEEDLE, password: NEEDLE }));
    await hook.end();
    expect(contents()[2]?.message?.params).toEqual(beforeTool("exec", { text: NEEDLE, password: NEEDLE }));
    expect(entries().some(({ redacted }) => redacted !== undefined)).toBe(false);
  });

  test("records lines that are not UTF-8 as bytes, and the hook still reads them", async () => {
    const hook = await greeted();
    const line = JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method: "hook.before_tool",
      params: beforeTool("é", { text: "x" }),
    });
    const bytes = Buffer.from(line, "latin1");
    await hook.write(bytes.subarray(0, 20));
    await hook.write(Buffer.concat([bytes.subarray(20), Buffer.from("\n{}")]));
    await hook.write("\n");
    expect((await hook.answer(7)).result).toEqual(blocked("x"));
    await hook.end();
    expect(
      contents()
        .filter(({ from }) => from === "host")
        .slice(1),
    ).toEqual([
      { from: "host", base64: bytes.toString("base64") },
      { from: "host", message: {} },
    ]);
  });

  test("records a last line without a newline", async () => {
    const hook = await greeted();
    await hook.write('{"jsonrpc":"2.0","method":"hook.last"}');
    await hook.end();
    expect(contents().at(-2)).toEqual({ from: "host", message: { jsonrpc: "2.0", method: "hook.last" } });
  });

  test("records a line of 0.9 MB completely in each direction", async () => {
    const hook = await greeted();
    const text = "a b".repeat(300_000);
    expect(await hook.call("hook.before_tool", beforeTool("exec", { text }))).toEqual(blocked(text));
    await hook.end();
    expect(contents()[2]?.message).toMatchObject({ params: { arguments: { text } } });
    expect(contents()[3]?.message).toMatchObject({ result: { reason: text } });
  });

  test("has every message before the hook was killed", async () => {
    const hook = await greeted();
    for (let id = 100; id < 150; id++)
      await hook.call("hook.before_tool", beforeTool("exec", { text: String(id) }), id);
    expect(await hook.kill("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
    expect(contents()).toHaveLength(2 + 2 * 50);
    expect(contents().at(-1)?.message).toMatchObject({ id: 149, result: { reason: "149" } });
  });

  test("ends with the exit code after SIGTERM, and for a hook that cannot start", async () => {
    await (await greeted()).kill("SIGTERM");
    expect(contents().at(-1)).toEqual({ from: "hook", exit: 0 });
    const failing = spawnHook("settings.mjs", { env: { AGENT_HOOK_TRACE: file } });
    expect((await failing.exit).code).toBe(2);
    expect(contents().at(-1)).toEqual({ from: "hook", exit: 2 });
  });

  test("has the lines of two hooks that write to it at once", async () => {
    const hooks = await Promise.all(["one", "two"].map((NAME) => greeted({ NAME })));
    const text = "x".repeat(20_000);
    const ask = (hook: (typeof hooks)[number], id: number) =>
      hook.call("hook.before_tool", beforeTool("exec", { text }), 100 + id);
    await Promise.all(hooks.flatMap((hook) => Array.from({ length: 40 }, (_, id) => ask(hook, id))));
    await Promise.all(hooks.map((hook) => hook.end()));
    for (const name of ["one", "two"]) {
      const own = entries().filter(({ hook }) => hook === name);
      expect(own).toHaveLength(2 + 2 * 40 + 1);
      expect(own.at(-1)?.exit).toBe(0);
    }
  });

  test("is off if the variable is empty", async () => {
    const hook = await greeted({ AGENT_HOOK_TRACE: "" });
    expect(await hook.call("hook.before_tool", beforeTool("exec", { text: "no" }))).toEqual(blocked("no"));
    await hook.end();
    expect(hook.stderr()).toBe("");
    expect(existsSync(file)).toBe(false);
  });
});

describe("a trace that cannot be written", () => {
  const works = async (path: string, plumbing: "pipe" | "socket" = "pipe") => {
    const hook = await greeted({ AGENT_HOOK_TRACE: path }, plumbing);
    for (const text of ["one", "two"]) {
      expect(await hook.call("hook.before_tool", beforeTool("exec", { text }))).toEqual(blocked(text));
    }
    expect((await hook.end()).code).toBe(0);
    return hook.stderr();
  };

  test("because its folder is missing is reported in one line, and the hook runs", async () => {
    expect(await works(join(folder, "no", "trace.jsonl"))).toBe(
      `agent-hook: AGENT_HOOK_TRACE: ${folder}/no/trace.jsonl cannot be used as a transcript ` +
        "(ENOENT: no such file or directory): expected a file that you own, or a new one in a folder that you own; " +
        'the hook "leaky" continues without a trace\n',
    );
  });

  test("because it is a symbolic link is reported in one line, and the hook runs", async () => {
    symlinkSync(join(folder, "target"), file);
    expect(await works(file)).toMatch(/^.*it is a symbolic link.*\n$/);
    expect(existsSync(join(folder, "target"))).toBe(false);
  });

  test.each(["pipe", "socket"] as const)(
    "because it is the hook's own stdout is not written there (%s)",
    async (plumbing) => {
      for (const path of ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
        expect(await works(path, plumbing)).toMatch(/^.*cannot be used as a transcript.*\n$/);
      }
    },
  );

  test.runIf(existsSync("/dev/full"))("because the disk is full is reported once, and the hook runs", async () => {
    expect(await works("/dev/full")).toBe(
      "agent-hook: AGENT_HOOK_TRACE: /dev/full can no longer be written (ENOSPC: no space left on device); " +
        'the hook "leaky" continues without a trace\n',
    );
  });
});
