import { join } from "node:path";
import { withHook } from "@agent-hook/frameworks/claude-agent-sdk";
import { defineHook, deny, type Hook, modify } from "@agent-hook/sdk";
import {
  anthropic,
  callPrompt,
  type Files,
  liveHosts,
  makeFolders,
  plainEnvironment,
  readVisible,
  startModelServer,
  writeFiles,
} from "@agent-hook/sdk/internal/live-agents";
import { type Options, query } from "@anthropic-ai/claude-agent-sdk";
import { describe, expect, it } from "vitest";
import { isInstalled, programOf } from "../src/install.js";

const claude = liveHosts.find(({ name }) => name === "claude-code");
if (claude === undefined) throw new Error("expected Claude Code among the live hosts");

/** These switch off hooks where Claude Code reads them. */
const BARE_SETTINGS = JSON.stringify({ env: { CLAUDE_CODE_SIMPLE: "1" } });

/** Has the model of a real Claude Code run a command, through the Claude Agent SDK with a hook in this process. */
function runCommand(hook: Hook, command: string, more: Options = {}) {
  if (claude === undefined) throw new Error("unreachable");
  const { tool, arguments: args } = claude.shellCall(command);
  return runPrompt(hook, callPrompt(tool, args), {}, more);
}

async function runPrompt(hook: Hook, prompt: string, project: Files = {}, { env: variables, ...more }: Options = {}) {
  if (claude === undefined) throw new Error("unreachable");
  await using folders = await makeFolders();
  await using model = await startModelServer(anthropic());
  const env = {
    ...plainEnvironment(folders.home),
    ...claude.environment(model.url, folders.home),
    NO_PROXY: "127.0.0.1",
    ...variables,
  };
  await writeFiles(folders.project, { ".bare.json": BARE_SETTINGS, ...project });
  await writeFiles(folders.home, { ".claude/settings.json": BARE_SETTINGS });
  const options = await withHook(hook, {
    cwd: folders.project,
    env,
    pathToClaudeCodeExecutable: programOf(claude),
    allowedTools: ["Bash"],
    settingSources: ["project"],
    includePartialMessages: true,
    ...more,
  });
  let deltas = "";
  let ending = "";
  for await (const message of query({ prompt, options })) {
    if (message.type === "result") ending = message.subtype;
    if (message.type !== "stream_event" || message.event.type !== "content_block_delta") continue;
    const { delta } = message.event;
    if (delta.type === "text_delta") deltas += delta.text;
  }
  const results = model.requests.flatMap(({ input }) => (input?.from === "tool" ? [input.text] : []));
  return { ran: Object.keys((await readVisible(folders)).project), results, deltas, ending, home: join(folders.home) };
}

const TOUCH = "touch ran.txt && echo s3cret";

describe.skipIf(!isInstalled(claude))("the Claude Agent SDK with the real Claude Code", () => {
  it("runs what the hook lets pass, shows its result as the hook changes it, and streams the reply", async () => {
    const hook = defineHook({
      name: "redact",
      onFailure: "block",
      afterTool: ({ result }) => modify({ result: result.forLlm.replace("s3cret", "***") }),
    });
    const { ran, results, deltas, ending } = await runCommand(hook, TOUCH);
    expect([ran, results, ending]).toEqual([["ran.txt"], [expect.stringContaining("***")], "success"]);
    expect(results.join("")).not.toContain("s3cret");
    expect(deltas).toMatch(/^FINAL: .*\*\*\*/s);
  });

  it("runs the command that the hook writes", async () => {
    const hook = defineHook({ name: "other", beforeTool: () => modify({ arguments: { command: "touch other.txt" } }) });
    expect((await runCommand(hook, TOUCH)).ran).toEqual(["other.txt"]);
  });

  it.each([
    ["denies", () => deny("not here"), "not here"],
    ["throws", () => JSON.parse("{"), "threw an error"],
    ["hangs", () => new Promise<undefined>(() => {}), "took too long"],
    ["answers nonsense", () => "yes" as never, "invalid decision"],
  ])("does not run a command if the hook %s, and the model reads why", async (_, beforeTool, reason) => {
    const { ran, results } = await runCommand(defineHook({ name: "guard", onFailure: "block", beforeTool }), TOUCH);
    expect([ran, results]).toEqual([[], [expect.stringContaining(reason)]]);
  });

  const BARE: readonly Options[] = [
    { extraArgs: { bare: null } },
    ...["1", "yes", "true"].map((value) => ({ env: { CLAUDE_CODE_SIMPLE: value } })),
    { settings: { env: { CLAUDE_CODE_SIMPLE: "1" } } },
    { executableArgs: ["--bare"] },
    { settings: ".bare.json" },
    { settingSources: ["user"] },
  ];
  it.each(BARE)("is not asked with %j: a guard is rejected", async (options) => {
    const beforeTool = () => deny("not here");
    expect((await runCommand(defineHook({ name: "watch", beforeTool }), TOUCH, options)).ran).toEqual(["ran.txt"]);
    const guard = defineHook({ name: "guard", onFailure: "block", beforeTool });
    await expect(runCommand(guard, TOUCH, options)).rejects.toThrow("Claude Code calls no guard with");
  });

  const WITH_HOOKS: readonly Options[] = [
    { settingSources: ["project", "local"] },
    { extraArgs: { "safe-mode": null } },
    { env: { CLAUDE_CODE_SAFE_MODE: "1" } },
    { env: { CLAUDE_CODE_PERSONAL_HOOKS_OFF: "1" } },
    { env: { CLAUDE_CODE_SIMPLE: "0" } },
    { env: { CLAUDE_CODE_SIMPLE: "1" }, settings: '{"env":{"CLAUDE_CODE_SIMPLE":"0"}}' },
    { settings: { disableAllHooks: true } },
  ];
  it.each(WITH_HOOKS)("denies with %j", async (options) => {
    const guard = defineHook({ name: "guard", onFailure: "block", beforeTool: () => deny("not here") });
    const { ran, results } = await runCommand(guard, TOUCH, options);
    expect([ran, results]).toEqual([[], [expect.stringContaining("not here")]]);
  });

  it("does not run the shell line of a skill that the hook denies", async () => {
    const text = "---\nname: probe\ndescription: A probe\n---\nThe date: !`touch ran.txt`\n";
    const skill = { ".claude/skills/probe/SKILL.md": text };
    expect((await runPrompt(defineHook({ name: "silent" }), "/probe", skill)).ran).toEqual(["ran.txt"]);
    const guard = defineHook({ name: "guard", onFailure: "block", beforeTool: () => deny("not here") });
    expect((await runPrompt(guard, "/probe", skill)).ran).toEqual([]);
  });
});
