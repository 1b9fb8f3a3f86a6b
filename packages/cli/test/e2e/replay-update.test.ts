import { chmodSync, copyFileSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";
import { type Script, withScript } from "../scripted.js";
import { folder } from "../temporary-folder.js";
import { answer, call, HELLO, recording } from "../transcripts.js";

const SECRET = "sk-0123456789abcdefghijklmnop";
const text = (path: string) => readFileSync(path, "utf8");
const denies = (reason: string): Script => ({ "hook.before_tool": { result: { action: "deny_tool", reason } } });
const update = (path: string, script: Script, ...flags: string[]) =>
  withScript(["replay", path, "--update", ...flags], script);
const entries = (path: string) =>
  text(path)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("agent-hook replay --update", () => {
  test("writes the answers that differ, and keeps every other line byte for byte", async () => {
    const path = join(folder(), "session.jsonl");
    copyFileSync(file("packages/sdk/src/hosts/picoclaw/fixtures/v0.2.9/deny-tool.jsonl"), path);
    const before = text(path).split("\n");
    const { code, stdout } = await update(path, denies("new words"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nwrote .*session\.jsonl: 1 changed\n$/);
    const after = text(path).split("\n");
    expect(after.flatMap((line, at) => (line === before[at] ? [] : [at]))).toEqual([10]);
    expect(JSON.parse(after[10] ?? "").message.result).toEqual({ action: "deny_tool", reason: "new words" });
    const again = await withScript(["replay", path], denies("new words"));
    expect(again.code).toBe(0);
  });

  test("keeps spaces, blank lines, line endings, key order and a missing last newline elsewhere", async () => {
    const odd =
      '{ "message": {"jsonrpc":"2.0","id":1,"method":"hook.approve_tool","params":{"n": 1.0}}, "from": "host" }';
    const path = recording(
      `${odd}\r`,
      '  {"from":"hook","message":{"jsonrpc":"2.0","id":1,"result":{"approved":true}}}',
      "",
      `${JSON.stringify(call(2))}\r`,
      `${JSON.stringify(answer(2, {}))}\r`,
      '{"at":"2026-01-31T09:30:00.000Z","from":"host","message":{"method":"hook.runtime_event","params":{"kind":"x"}}}',
    );
    const before = text(path);
    expect((await update(path, denies("x"))).code).toBe(0);
    const changed = JSON.stringify(answer(2, { action: "deny_tool", reason: "x" }));
    expect(text(path)).toBe(before.replace(JSON.stringify(answer(2, {})), changed));
  });

  test("does not change an answer with the same effect", async () => {
    const path = recording(call(1), answer(1, { action: "continue", note: "as it was" }));
    const before = text(path);
    const { code, stdout } = await update(path, {});
    expect(code).toBe(0);
    expect(stdout).toContain("session.jsonl is unchanged\n");
    expect(text(path)).toBe(before);
  });

  test("removes missing answers, and puts new ones after their calls", async () => {
    const at = "2026-01-31T09:30:00.000Z";
    const late = { ...call(3, "hook.after_tool"), at, hook: "guard" };
    const path = recording(
      HELLO,
      call(2),
      answer(2, {}),
      late,
      call(4, "hook.approve_tool"),
      answer(4, { approved: true }),
    );
    const { code, stdout } = await update(path, { "hook.before_tool": { silent: true } }, "--timeout", "2000");
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nwrote .*: 1 added, 1 removed\n$/);
    expect(entries(path)).toEqual([
      ...HELLO,
      call(2),
      late,
      { ...answer(3, { action: "continue" }), at, hook: "guard" },
      call(4, "hook.approve_tool"),
      answer(4, { approved: true }),
    ]);
  });

  test("completes a recording of only the host's side, even without a last newline", async () => {
    const path = recording(call(1, "hook.hello"), JSON.stringify(call(2)));
    expect((await update(path, {})).code).toBe(0);
    expect(entries(path)).toEqual([...HELLO, call(2), answer(2, { action: "continue" })]);
    expect((await withScript(["replay", path])).code).toBe(0);
  });

  test("writes the end of the process", async () => {
    const path = recording(call(1), answer(1, { action: "continue" }), { from: "hook", hook: "x", signal: "SIGTERM" });
    expect((await update(path, {})).code).toBe(0);
    expect(entries(path).at(-1)).toEqual({ from: "hook", hook: "x", exit: 0 });
  });

  test("writes no secrets", async () => {
    const path = recording(call(1), answer(1, {}), call(2));
    expect((await update(path, denies(`key ${SECRET}`))).code).toBe(0);
    expect(text(path)).not.toContain(SECRET);
    const denied = { action: "deny_tool", reason: "key [redacted]" };
    expect(entries(path).slice(1)).toEqual([
      { ...answer(1, denied), redacted: ["/result/reason"] },
      call(2),
      { ...answer(2, denied), redacted: ["/result/reason"] },
    ]);
  });

  test("keeps fields that the user removed out of an answer that differs elsewhere", async () => {
    const recorded = { action: "respond", result: { for_llm: "a", for_user: "[redacted]", "a/~b": "[redacted]" } };
    const redacted = ["/result/result/for_user", "/result/result/a~1~0b"];
    const path = recording(call(1), { ...answer(1, recorded), redacted });
    const result = { for_llm: "b", for_user: "Jane's address", "a/~b": { street: 1 } };
    const script: Script = { "hook.before_tool": { result: { action: "respond", result } } };
    expect((await update(path, script)).code).toBe(0);
    const kept = { for_llm: "b", for_user: "[redacted]", "a/~b": "[redacted]" };
    expect(entries(path)[1]).toEqual({ ...answer(1, { action: "respond", result: kept }), redacted });
  });

  test("keeps the mode, and writes through a symbolic link", async () => {
    const path = recording(call(1), answer(1, {}));
    chmodSync(path, 0o640);
    const link = join(folder(), "link.jsonl");
    symlinkSync(path, link);
    expect((await update(link, denies("x"))).code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(text(path)).toContain("deny_tool");
    expect(readdirSync(dirname(path))).toEqual(["session.jsonl"]);
  });

  test("reports an answer without a call, which has no place, and exits with 1", async () => {
    const path = recording(call(1), answer(1, { action: "continue" }));
    const before = text(path);
    const stray = '{"jsonrpc":"2.0","id":99,"result":{}}';
    const { code, stdout } = await update(path, {
      "hook.before_tool": { print: stray, result: { action: "continue" } },
    });
    expect(code).toBe(1);
    expect(stdout).toContain("✗ an answer does not match any call\n");
    expect(stdout).toContain("is unchanged; 1 without a call were not added");
    expect(text(path)).toBe(before);
  });

  test("--json reports what was written", async () => {
    const path = recording(call(1), answer(1, {}), call(2));
    const { code, stdout } = await update(path, denies("x"), "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, updated: { changed: 1, added: 1, removed: 0, left: 0 } });
  });
});

describe("replay --update writes nothing and exits", () => {
  test.each<[what: string, script: Script]>([
    ["rejects hello", { "hook.hello": { error: { code: 1, message: "no" } } }],
    ["exits at hello", { "hook.hello": { exit: 1 } }],
  ])("with 3 if the hook %s", async (_, script) => {
    const path = recording(HELLO, call(2), answer(2, {}));
    const before = text(path);
    expect((await update(path, script)).code).toBe(3);
    expect(text(path)).toBe(before);
  });

  test("with 3 if the hook answers nothing at all and no hello is recorded", async () => {
    const path = recording(call(2), answer(2, {}));
    const before = text(path);
    const { code, stderr } = await agentHook(["replay", path, "--update", "--", process.execPath, "-e", ""]);
    expect({ code, after: text(path) }).toEqual({ code: 3, after: before });
    expect(stderr).toContain("the hook did not answer at all, and exited with code 0");
  });

  test("with 2 if the file changed during the replay, and leaves no other file", async () => {
    const path = recording(call(1), answer(1, {}));
    const before = text(path);
    const script: Script = { "hook.before_tool": { append: path, result: { action: "deny_tool" } } };
    const { code, stderr } = await update(path, script);
    expect(code).toBe(2);
    expect(stderr).toContain("session.jsonl cannot be written and is unchanged: it changed in the meantime");
    expect(text(path)).toBe(`${before}\n`);
    expect(readdirSync(dirname(path))).toEqual(["session.jsonl"]);
  });
});
