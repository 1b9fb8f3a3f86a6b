import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { approve, ask, defineHook, deny, modify } from "@agent-hook/sdk";
import type { HookInput, HookJSONOutput, Options } from "@anthropic-ai/claude-agent-sdk";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { withHook } from "../../src/claude-agent-sdk/index.js";
import { openHooks } from "../open-hooks.js";

const SOURCE = { session_id: "s", transcript_path: "/t.jsonl", cwd: "/", permission_mode: "default" };
const BASH = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" };
const PRE = { ...SOURCE, hook_event_name: "PreToolUse", ...BASH };

/** Calls what is registered for the event of a payload, as Claude Code does. */
async function answer({ hooks = {} }: Pick<Options, "hooks">, input: object): Promise<HookJSONOutput[]> {
  const { hook_event_name: event } = input as HookInput;
  const callbacks = (hooks[event] ?? []).flatMap((entry) => entry.hooks);
  return Promise.all(
    callbacks.map((callback) => callback(input as HookInput, "toolu_1", { signal: AbortSignal.timeout(60_000) })),
  );
}

const denied = (permissionDecisionReason: unknown) => [
  { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason } },
];

describe("options of the Claude Agent SDK with a hook", () => {
  openHooks();
  afterEach(() => vi.unstubAllEnvs());

  it("have only the events that the hook handles, after the hooks that they have", async () => {
    const own = { hooks: [async () => ({})] };
    const hook = defineHook({ name: "guard", onFailure: "block", afterTool: () => {} });
    const options = await withHook(hook, { model: "opus", hooks: { PreToolUse: [own], Stop: [own] } });
    expect(options.model).toBe("opus");
    expect(Object.keys(options.hooks).sort()).toEqual([
      "PostToolUse",
      "PostToolUseFailure",
      "PreSkillShellCommand",
      "PreToolUse",
      "Stop",
    ]);
    expect(options.hooks.PreToolUse).toEqual([own, expect.objectContaining({ onFailure: "block" })]);
  });

  it("are rejected if a guard names a tool of Claude Code in another spelling, or has a kind without tools", async () => {
    const guard = (names: string[]) =>
      defineHook({ name: "guard", toolFilter: { names }, approveTool: () => approve() });
    await expect(withHook(guard(["bash"]))).rejects.toThrow(
      "has the names bash, but the tools of Claude Code are called Bash",
    );
    await expect(withHook(guard(["bash", "Write"]))).rejects.toThrow(TypeError);
    for (const names of [["Bash", "bash"], ["mcp__bank__pay"], ["pay"]]) {
      await expect(withHook(guard(names))).resolves.toBeDefined();
    }
  });

  it.each([
    ["CLAUDE_CODE_SIMPLE", { env: { CLAUDE_CODE_SIMPLE: "1" } }],
    ["CLAUDE_CODE_SIMPLE", { settings: { env: { CLAUDE_CODE_SIMPLE: "yes" } } }],
    ["CLAUDE_CODE_SIMPLE", { extraArgs: { settings: '{"env":{"CLAUDE_CODE_SIMPLE":"on"}}' } }],
    ["--bare", { extraArgs: { bare: null } }],
    ["--bare", { executableArgs: ["--bare"] }],
    ["CLAUDE_CODE_SIMPLE", { executableArgs: ["--settings", '{"env":{"CLAUDE_CODE_SIMPLE":"1"}}'] }],
  ])("are rejected for a guard with %s, with which Claude Code calls no hooks: %j", async (name, options) => {
    const guard = defineHook({ name: "guard", onFailure: "block", beforeTool: () => {} });
    await expect(withHook(guard, options as Options)).rejects.toThrow(
      `Claude Code calls no guard with ${name}: remove`,
    );
    await expect(
      withHook(defineHook({ name: "watch", beforeTool: () => {} }), options as Options),
    ).resolves.toBeDefined();
  });

  describe("with a file that sets CLAUDE_CODE_SIMPLE", () => {
    const guard = defineHook({ name: "guard", onFailure: "block", beforeTool: () => {} });
    const homeWith = (path: string, value: unknown) => {
      const HOME = mkdtempSync(join(tmpdir(), "agent-hook-sdk-"));
      onTestFinished(() => rmSync(HOME, { recursive: true }));
      mkdirSync(dirname(join(HOME, path)), { recursive: true });
      writeFileSync(join(HOME, path), typeof value === "string" ? value : JSON.stringify(value));
      return HOME;
    };
    const bare = (value: unknown = "1") => ({ env: { CLAUDE_CODE_SIMPLE: value } });

    it.each<[path: string, options: (home: string) => Options]>([
      ["s.json", (cwd) => ({ cwd, settings: "s.json" })],
      ["s.json", (home) => ({ extraArgs: { settings: join(home, "s.json") } })],
      ["s.json", (home) => ({ executableArgs: [`--settings=${join(home, "s.json")}`] })],
      [".claude/settings.json", (HOME) => ({ env: { HOME }, settingSources: ["user"] })],
      [".claude/settings.json", (HOME) => ({ env: { HOME } })],
      ["settings.json", (home) => ({ env: { CLAUDE_CONFIG_DIR: home }, settingSources: ["user", "project"] })],
    ])("are rejected for a guard that names the file: %s", async (path, options) => {
      const home = homeWith(path, bare());
      await expect(withHook(guard, options(home))).rejects.toThrow(`CLAUDE_CODE_SIMPLE in ${join(home, path)}: remove`);
    });

    it.each<[path: string, value: unknown, options: (home: string) => Options]>([
      [".claude/settings.json", bare(), (HOME) => ({ env: { HOME }, settingSources: [] })],
      [".claude/settings.json", bare(), (HOME) => ({ env: { HOME }, settingSources: ["project"] })],
      [".claude/settings.json", bare(), (HOME) => ({ env: { HOME }, settings: bare("0") as never })],
      [".claude/settings.json", bare(), (cwd) => ({ env: {}, cwd, settingSources: ["project"] })],
      [".claude/settings.json", "{", (HOME) => ({ env: { HOME } })],
      ["s.json", bare("off"), (cwd) => ({ cwd, settings: "s.json" })],
      ["other.json", bare(), (cwd) => ({ cwd, settings: "s.json" })],
    ])(
      "are accepted if Claude Code does not read it, or another place switches it off: %s %j",
      async (path, value, options) => {
        await expect(withHook(guard, options(homeWith(path, value)))).resolves.toBeDefined();
      },
    );
  });

  it("are rejected for a guard if the variables of this process leave out hooks and the program gets them", async () => {
    const guard = defineHook({ name: "guard", onFailure: "block", beforeTool: () => {} });
    vi.stubEnv("CLAUDE_CODE_SIMPLE", "true");
    await expect(withHook(guard)).rejects.toThrow("CLAUDE_CODE_SIMPLE");
    for (const options of [{ env: {} }, { settings: '{"env":{"CLAUDE_CODE_SIMPLE":"0"}}' }]) {
      await expect(withHook(guard, options)).resolves.toBeDefined();
    }
    vi.stubEnv("CLAUDE_CODE_SIMPLE", "false");
    await expect(withHook(guard, { extraArgs: { "safe-mode": null } })).resolves.toBeDefined();
  });

  it("do not block if the hook fails under continue", async () => {
    const { hooks } = await withHook(defineHook({ name: "watch", beforeTool: () => {} }));
    expect(hooks.PreToolUse?.[0]).not.toHaveProperty("onFailure");
  });

  it("do not let Claude Code's own work be replaced by a hook that receives every event", async () => {
    const { hooks } = await withHook(defineHook({ name: "all", onEvent: () => {} }));
    expect(Object.keys(hooks)).toContain("SessionStart");
    expect(Object.keys(hooks)).not.toContain("WorktreeCreate");
  });

  it("give the hook Claude Code's calls, and Claude Code the hook's decisions", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "guard",
      beforeTool: (call, { host }) => {
        seen.push([host.name, call.tool, call.kind, call.sessionId, call.id]);
        return modify({ arguments: { command: "ls -l" } });
      },
      approveTool: ({ arguments: { command } }) => (command === "ls -l" ? deny("not long") : approve()),
    });
    expect(await answer(await withHook(hook), PRE)).toEqual(denied("not long"));
    expect(seen).toEqual([["claude-code", "Bash", "shell", "s", "toolu_1"]]);
  });

  it("leave a question to Claude Code", async () => {
    const hook = defineHook({ name: "asker", approveTool: () => ask("really?") });
    expect(await answer(await withHook(hook), PRE)).toMatchObject([
      {
        hookSpecificOutput: { permissionDecision: "ask", permissionDecisionReason: expect.stringContaining("really?") },
      },
    ]);
  });

  it.each([
    ["throws", () => JSON.parse("{")],
    ["hangs", () => new Promise<undefined>(() => {})],
    ["answers nonsense", () => "yes" as never],
  ])("deny if the hook %s under block, and go on under continue", async (_, beforeTool) => {
    const deadlines = { interceptMs: 50 };
    const block = defineHook({ name: "guard", onFailure: "block", deadlines, beforeTool });
    const options = await withHook(block);
    const many = await Promise.all(Array.from({ length: 10 }, () => answer(options, PRE)));
    for (const each of many) expect(each).toEqual(denied(expect.stringContaining("look for this id")));
    const watch = defineHook({ name: "watch", deadlines, beforeTool });
    expect(await answer(await withHook(watch), PRE)).toEqual([{}]);
  });

  it("deny if setup fails, or if a payload cannot be read", async () => {
    const late = defineHook({ name: "late", onFailure: "block", setup: () => JSON.parse("{"), beforeTool: () => {} });
    expect(await answer(await withHook(late), PRE)).toEqual(denied(expect.stringContaining("could not start")));
    const options = await withHook(defineHook({ name: "guard", onFailure: "block", beforeTool: () => {} }));
    expect(await answer(options, { ...PRE, tool_input: "ls" })).toEqual(denied(expect.stringContaining("cannot read")));
    expect(await answer(options, { hook_event_name: "PreToolUse" })).toEqual(denied(expect.stringContaining("read")));
  });

  it("pass an argument of 1 MB, and change a result", async () => {
    const command = `echo ${"x".repeat(1024 * 1024)}`;
    const hook = defineHook({
      name: "redact",
      onFailure: "block",
      beforeTool: ({ arguments: args }) => (args.command === command ? undefined : deny("cut")),
      afterTool: () => modify({ result: "***" }),
    });
    const options = await withHook(hook);
    expect(await answer(options, { ...PRE, tool_input: { command } })).toEqual([{}]);
    const response = { stdout: "s3cret", stderr: "", interrupted: false, isImage: false };
    const post = { ...SOURCE, hook_event_name: "PostToolUse", ...BASH, tool_response: response };
    expect(JSON.stringify(await answer(options, post))).toContain('"stdout":"***"');
  });
});
