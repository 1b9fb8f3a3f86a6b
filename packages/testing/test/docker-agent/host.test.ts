import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { afterAll, describe, expect, it } from "vitest";
import { payloadText } from "../../src/command-hosts/payload.js";
import { type CommandHostOptions, type CommandHostText, commandHost } from "../../src/internal/command-hosts.js";
import { FIXTURES, recordedPayloads, VERSIONS } from "./recordings.js";

const folder = mkdtempSync(join(tmpdir(), "agent-hook-docker-agent-"));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { ...process.env, SHELL: "/bin/sh" };
const call = { tool: "shell", input: { cmd: "rm -rf /" } };
const prints = (answer: unknown) => `cat >/dev/null; printf '%s' '${JSON.stringify(answer)}'`;
const specific = (fields: object) => ({ hook_specific_output: fields });
const DENY = {
  decision: "block",
  ...specific({ permission_decision: "deny", permission_decision_reason: "no" }),
};

/** Returns the effect of a command, by event. */
function effects(host: CommandHostText, options: CommandHostOptions = {}) {
  const asked = commandHost(host, { env, ...options });
  return {
    preToolUse: async (command: string, tool = call) => (await asked.beforeTool(command, tool)).effect,
    toolResult: async (command: string, output: string, tool = "shell") =>
      (await asked.afterTool(command, { tool, output })).effect,
    at: async (event: string, command: string, fields = {}) => (await asked.ask(event, command, fields)).effect,
  };
}

describe.each(VERSIONS)("a command before a tool call of %s", (version) => {
  const name = `docker-agent@${version}` as const;
  const host = effects(name, { timeout: 1, patience: 20 });

  it("denies with its answer", async () => {
    expect(await host.preToolUse(prints(DENY))).toEqual({
      answer: "taken",
      turn: "continues",
      tool: "does not run",
      reason: "no",
      result: "Tool call blocked by hook: no",
    });
  });

  it("denies with exit 2 and its stderr", async () => {
    const effect = await host.preToolUse("echo no >&2; echo '{}'; exit 2");
    expect(effect).toMatchObject({ tool: "does not run", reason: "no" });
  });

  it.each([
    ["is killed", "kill -9 $$"],
    ["exits with 1", `${prints(DENY)}; exit 1`],
    ["is not there", "/nowhere/guard"],
    ["prints a line of a log first", `echo starting; ${prints(DENY)}`],
    ["prints a line of a log after it", `${prints(DENY)}; echo; echo done`],
  ])("has no effect when it %s", async (_, command) => {
    const effect = await host.preToolUse(command);
    expect(effect).toEqual({ answer: "dropped", turn: "continues", tool: "asks", asks: "hooks" });
  });

  it("has no effect when it prints nothing", async () => {
    expect(await host.preToolUse("true")).toMatchObject({ answer: "none", tool: "asks", asks: "hooks" });
  });

  it("denies at its timeout, with the host's reason", async () => {
    expect(await host.preToolUse("exec sleep 60")).toMatchObject({
      tool: "does not run",
      reason: 'PreToolUse hook failed to execute: hook "exec sleep 60" timed out after 1s: context deadline exceeded',
    });
  });

  it("times out if a child keeps its pipes open, even if its shell has ended", async () => {
    const effect = await host.preToolUse(`sleep 2 & ${prints({})}`);
    expect(effect).toMatchObject({ tool: "does not run", reason: expect.stringContaining("timed out after 1s") });
  });

  it("rejects the call where the real host would hang forever", async () => {
    const impatient = effects(name, { timeout: 1, patience: 1 });
    await expect(impatient.preToolUse("sleep 60; true")).rejects.toThrow("docker-agent would hang");
  });

  it("replaces all arguments with a rewrite", async () => {
    const effect = await host.preToolUse(prints(specific({ updated_input: { timeout: 5 } })));
    expect(effect).toMatchObject({ tool: "asks", arguments: { timeout: 5 } });
  });

  it("is called together with others, and an equal command once", async () => {
    const deny = prints(specific({ permission_decision: "deny", permission_decision_reason: "first" }));
    const others = prints({ decision: "block", reason: "second" });
    const { answers, effect } = await commandHost(name, { env }).beforeTool([deny, deny, others], call);
    expect(answers).toHaveLength(2);
    expect(effect).toMatchObject({ tool: "does not run", reason: "first\nsecond" });
  });

  it("gets one object as Go writes it, without a line break at the end", async () => {
    const input = { cmd: "a <b> & c\u2028é😀", args: { b: 1, a: 2 } };
    const { payload, answer } = await commandHost(name, { env }).beforeTool("cat", { tool: "shell", input });
    const text = JSON.stringify(payload).replace("a <b> & c\u2028é😀", "a \\u003cb\\u003e \\u0026 c\\u2028é😀");
    expect(answer.stdout).toBe(text);
    expect(text).toContain('"tool_input":{"args":{"a":2,"b":1},"cmd":');
  });

  it("gets no input if there is none", async () => {
    const { payload } = await commandHost(name, { env }).beforeTool("true", { tool: "shell" });
    expect(payload).not.toHaveProperty("tool_input");
  });

  it("need not read its stdin", async () => {
    const input = { cmd: "x".repeat(1e6) };
    const effect = await host.preToolUse('printf \'{"decision":"block"}\'', { tool: "x", input });
    expect(effect).toMatchObject({ tool: "does not run", result: "Tool call blocked by hook: " });
  });

  it("fails if its folder is missing", async () => {
    const lost = await effects(name, { cwd: join(folder, "missing") }).preToolUse("true");
    expect(lost.reason).toContain(`chdir ${join(folder, "missing")}: no such file or directory`);
  });

  it("is not run for a permitted call, or for a tool that does not match its matcher", async () => {
    const mark = join(folder, `asked-${version}`);
    const others = [effects(name, { permitted: true }), effects(name, { matcher: "she" })];
    const skipped = await Promise.all(others.map((other) => other.preToolUse(`touch ${mark}; ${prints(DENY)}`)));
    expect(skipped).toMatchObject([
      { answer: "skipped", tool: "runs" },
      { answer: "skipped", tool: "asks" },
    ]);
    expect(readdirSync(folder)).not.toContain(`asked-${version}`);
    expect(await effects(name, { matcher: "sh.*" }).preToolUse(prints(DENY))).toMatchObject({ tool: "does not run" });
  });
});

describe("the preempt variant, before the approval rules", () => {
  const host = effects("docker-agent/preempt", { permitted: true, timeout: 1 });

  it("denies under --yolo, by the permission decision only", async () => {
    const result = "The tool call was rejected by a pre_tool_use hook. Reason: no";
    expect(await host.preToolUse(prints(DENY))).toMatchObject({ tool: "does not run", reason: "no", result });
  });

  it.each([
    ["a block", prints({ decision: "block", reason: "no" })],
    ["exit 2", "echo no >&2; exit 2"],
    ["a timeout", "exec sleep 60"],
    ["new arguments", prints(specific({ updated_input: { cmd: "true" } }))],
  ])("ignores %s", async (_, command) => {
    expect(await host.preToolUse(command)).toEqual({ answer: "dropped", turn: "continues", tool: "runs" });
  });

  it("asks a person, and skips permission_request hooks", async () => {
    const effect = await host.preToolUse(prints(specific({ permission_decision: "ask" })));
    expect(effect).toMatchObject({ tool: "asks", asks: "person" });
  });

  it("leaves a call without a decision to the rules, and new arguments to the other variant", async () => {
    const asking = effects("docker-agent/preempt");
    expect(await asking.preToolUse("true")).toMatchObject({ tool: "asks", asks: "rules" });
    const rewrite = prints(specific({ updated_input: { cmd: "true" } }));
    expect(await asking.preToolUse(rewrite)).toEqual({
      answer: "taken",
      turn: "continues",
      tool: "asks",
      asks: "rules",
      ignored: { arguments: { cmd: "true" } },
    });
  });

  it("does not exist before v1.89: the config is rejected", () => {
    expect(() => commandHost("docker-agent@v1.58.0/preempt")).toThrow("has no preempt_yolo");
  });
});

describe("the other events", () => {
  const host = effects("docker-agent");

  it("permission_request allows or denies a call, or leaves it to a person", async () => {
    const decide = (decision: string) => prints(specific({ permission_decision: decision }));
    const asked = (command: string) => host.at("permission_request", command, { tool_name: "shell" });
    expect(await asked(decide("allow"))).toMatchObject({ tool: "runs", approved: true });
    expect(await asked(decide("deny"))).toMatchObject({ tool: "does not run" });
    expect(await asked("exit 1")).toMatchObject({ tool: "asks", asks: "person" });
    const permitted = effects("docker-agent", { permitted: true });
    expect(await permitted.at("permission_request", decide("deny"))).toMatchObject({ answer: "skipped", tool: "runs" });
  });

  it("tool_response_transform changes the result for the model, and a block there changes nothing", async () => {
    const rewrite = (text: string) => prints(specific({ updated_tool_response: text }));
    expect(await host.toolResult(rewrite("[redacted]"), "secret")).toMatchObject({ result: "[redacted]" });
    expect(await host.toolResult(rewrite(""), "secret")).toMatchObject({ result: "(no output)" });
    expect(await host.toolResult(prints(DENY), "secret")).toEqual({ answer: "dropped", turn: "continues" });
  });

  it("a rewrite of a long result is lost in v1.123.0, whose own hook truncates it first", async () => {
    const command = prints(specific({ updated_tool_response: "[redacted]" }));
    const output = Array.from({ length: 2001 }, (_, line) => `secret ${line}`).join("\n");
    const { answer, result } = await host.toolResult(command, output);
    expect(answer).toBe("dropped");
    expect(String(result).split("\n")).toEqual(output.split("\n").slice(1));
    const older = effects("docker-agent@v1.58.0");
    for (const effect of [
      await older.toolResult(command, output),
      await host.toolResult(command, output.slice(9)),
      await host.toolResult(command, output, "think"),
    ]) {
      expect(effect).toMatchObject({ answer: "taken", result: "[redacted]" });
    }
  });

  it("before_llm_call changes one request, or ends the run", async () => {
    const messages = [{ role: "user", content: "hi" }];
    const rewritten = [{ role: "user", content: "hello" }];
    const asked = (answer: object) => host.at("before_llm_call", prints(answer), { messages });
    expect(await asked(specific({ updated_messages: rewritten }))).toMatchObject({
      turn: "continues",
      request: { messages: rewritten },
    });
    expect(await asked({ decision: "block" })).toMatchObject({ turn: "ends", reason: "Agent terminated by a hook." });
  });

  it("post_tool_use ends the run", async () => {
    const effect = await host.at("post_tool_use", prints({ decision: "block", reason: "enough" }));
    expect(effect).toMatchObject({ turn: "ends", reason: "enough" });
  });

  it("a failure counts as a block at other events too with on_error: block", async () => {
    const failing = (options: CommandHostOptions) =>
      effects("docker-agent", { cwd: join(folder, "missing"), ...options }).at("user_prompt_submit", "true");
    expect(await failing({})).toMatchObject({ answer: "dropped", turn: "continues" });
    expect(await failing({ onFailure: "block" })).toMatchObject({ turn: "ends" });
  });

  it("compaction is cancelled, gets additional text, or is given its summary", async () => {
    const block = prints({ decision: "block", reason: "later" });
    expect(await host.at("pre_compact", block)).toMatchObject({ compaction: "cancelled", reason: "later" });
    expect(await host.at("pre_compact", "echo keep names")).toMatchObject({ context: ["keep names"] });
    const summary = await host.at("before_compaction", prints(specific({ summary: "all of it" })));
    expect(summary).toEqual({ answer: "taken", turn: "continues", summary: "all of it" });
  });

  it("instructions with a key are context, removed ones are not", async () => {
    const instruction_context = [
      { key: "a", content: "one" },
      { key: "b", content: "two", removed: true },
    ];
    const effect = await host.at("turn_start", prints(specific({ instruction_context })));
    expect(effect.context).toEqual(["one"]);
  });

  it("an event of a later version is rejected by name", async () => {
    const older = effects("docker-agent@v1.58.0");
    await expect(older.at("worktree_create", "true")).rejects.toThrow('v1.58.0 has no event "worktree_create"');
  });
});

describe.each(VERSIONS)("the payloads of %s", (version) => {
  const name = `docker-agent@${version}` as const;
  const events = Object.keys(recordedPayloads(version));
  const textOf = (event: string) => readFileSync(new URL(`${version}/events/${event}.json`, FIXTURES), "utf8");

  it.each(events)("%s is written byte for byte as recorded", (event) => {
    expect(payloadText(SIMULATIONS["docker-agent"], JSON.parse(textOf(event)))).toBe(textOf(event));
  });

  it.each(events)("the answer to %s is read", async (event) => {
    const fields = { ...JSON.parse(textOf(event)), cwd: folder };
    const effect = await effects(name).at(event, prints({ system_message: "seen" }), fields);
    expect(effect.answer).not.toBe("skipped");
    expect(effect.turn).toBe("continues");
  });

  it("of a tool call has the fields of the recordings", async () => {
    const { pre_tool_use: before = {}, tool_response_transform: after = {} } = recordedPayloads(version);
    const asked = await commandHost(name, { env }).beforeTool("cat", call);
    expect(Object.keys(JSON.parse(asked.answer.stdout ?? ""))).toEqual(Object.keys(before));
    const permitted = commandHost(name, { env, permitted: true });
    const done = await permitted.afterTool("cat", { ...call, output: "" });
    expect(Object.keys(JSON.parse(done.answer.stdout ?? ""))).toEqual(Object.keys(after));
  });
});
