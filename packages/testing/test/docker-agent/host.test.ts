import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DOCKER_AGENT_VERSIONS, type DockerAgentEvent, dockerAgentHost } from "../../src/docker-agent/index.js";
import { payloadText } from "../../src/docker-agent/payload.js";
import { FIXTURES } from "./recordings.js";

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

describe.each(DOCKER_AGENT_VERSIONS)("a command before a tool call of %s", (version) => {
  const host = dockerAgentHost({ version, env, timeout: 1, patience: 20 });

  it("denies by its answer", async () => {
    const result = "Tool call blocked by hook: no";
    expect(await host.preToolUse(prints(DENY), call)).toEqual({
      asked: true,
      turn: "goes on",
      tool: "denied",
      arguments: call.input,
      reason: "no",
      result,
    });
  });

  it("denies by exit 2 and its stderr", async () => {
    const effect = await host.preToolUse("echo no >&2; echo '{}'; exit 2", call);
    expect(effect).toMatchObject({ tool: "denied", reason: "no" });
  });

  it.each([
    ["is killed", "kill -9 $$"],
    ["exits with 1", `${prints(DENY)}; exit 1`],
    ["is not there", "/nowhere/guard"],
    ["prints a line of a log first", `echo starting; ${prints(DENY)}`],
    ["prints a line of a log after it", `${prints(DENY)}; echo; echo done`],
    ["says nothing", "true"],
  ])("has no say when it %s", async (_, command) => {
    const effect = await host.preToolUse(command, call);
    expect(effect).toMatchObject({ asked: true, tool: "asks", asks: "permission_request", arguments: call.input });
  });

  it("denies by running out of its time, in the words of the host", async () => {
    expect(await host.preToolUse("exec sleep 60", call)).toMatchObject({
      tool: "denied",
      reason: 'PreToolUse hook failed to execute: hook "exec sleep 60" timed out after 1s: context deadline exceeded',
    });
  });

  it("is judged by the time when its pipes close, not when its shell ends", async () => {
    const effect = await host.preToolUse(`sleep 2 & ${prints({})}`, call);
    expect(effect).toMatchObject({ tool: "denied", reason: expect.stringContaining("timed out after 1s") });
  });

  it("rejects the question where the real host would hang for ever", async () => {
    const impatient = dockerAgentHost({ version, env, timeout: 1, patience: 1 });
    await expect(impatient.preToolUse("sleep 60; true", call)).rejects.toThrow("docker-agent would hang");
  });

  it("rewrites the arguments, all of them", async () => {
    const effect = await host.preToolUse(prints(specific({ updated_input: { timeout: 5 } })), call);
    expect(effect).toMatchObject({ tool: "asks", arguments: { timeout: 5 } });
  });

  it("is asked together with others, and the same command once", async () => {
    const deny = prints(specific({ permission_decision: "deny", permission_decision_reason: "first" }));
    const { runs, effect } = await host.ask(
      "pre_tool_use",
      [deny, deny, prints({ decision: "block", reason: "second" })],
      {
        tool_name: "shell",
      },
    );
    expect(runs).toHaveLength(2);
    expect(effect).toMatchObject({ tool: "denied", reason: "first\nsecond" });
  });

  it("gets one object as Go writes it, without a line break at its end", async () => {
    const { payload, runs } = await host.ask("pre_tool_use", "cat", {
      tool_name: "shell",
      tool_input: { cmd: "a <b> & c\u2028é😀" },
    });
    const text = JSON.stringify(payload).replace("a <b> & c\u2028é😀", "a \\u003cb\\u003e \\u0026 c\\u2028é😀");
    expect(runs[0]?.stdout).toBe(text);
  });

  it("need not read its stdin", async () => {
    const effect = await host.preToolUse('printf \'{"decision":"block"}\'', {
      tool: "x",
      input: { big: "x".repeat(1e6) },
    });
    expect(effect).toMatchObject({ tool: "denied", result: "Tool call blocked by hook: " });
  });

  it("fails where its folder is missing", async () => {
    const lost = dockerAgentHost({ version, env, cwd: join(folder, "missing") });
    const effect = await lost.preToolUse("true", call);
    expect(effect.reason).toContain(`chdir ${join(folder, "missing")}: no such file or directory`);
  });

  it("is not run at all under --yolo, nor for a tool that its matcher does not name", async () => {
    const mark = join(folder, `asked-${version}`);
    const others = [dockerAgentHost({ version, env, yolo: true }), dockerAgentHost({ version, env, matcher: "she" })];
    const effects = await Promise.all(others.map((other) => other.preToolUse(`touch ${mark}; ${prints(DENY)}`, call)));
    expect(effects).toMatchObject([
      { asked: false, tool: "runs" },
      { asked: false, tool: "asks" },
    ]);
    expect(readdirSync(folder)).not.toContain(`asked-${version}`);
  });
});

describe("the variant before the approval rules", () => {
  const host = dockerAgentHost({ variant: "preempt", yolo: true, env, timeout: 1 });

  it("denies under --yolo by a permission decision, which the portable denial carries", async () => {
    expect(await host.preToolUse(prints(DENY), call)).toMatchObject({
      tool: "denied",
      reason: "no",
      result: "The tool call was rejected by a pre_tool_use hook. Reason: no",
    });
  });

  it.each([
    ["a block", prints({ decision: "block", reason: "no" })],
    ["exit 2", "echo no >&2; exit 2"],
    ["a hook that runs out of its time", "exec sleep 60"],
    ["new arguments", prints(specific({ updated_input: { cmd: "true" } }))],
  ])("does not hear %s", async (_, command) => {
    const effect = await host.preToolUse(command, call);
    expect(effect).toMatchObject({ asked: true, tool: "runs", arguments: call.input });
  });

  it("asks a person, past permission_request hooks", async () => {
    const effect = await host.preToolUse(prints(specific({ permission_decision: "ask" })), call);
    expect(effect).toMatchObject({ tool: "asks", asks: "person" });
  });

  it("leaves a call without an opinion to the rules", async () => {
    const asking = dockerAgentHost({ variant: "preempt", env });
    expect(await asking.preToolUse("true", call)).toMatchObject({ tool: "asks", asks: "rules" });
  });

  it("is not there before v1.89: the config is refused", () => {
    expect(() => dockerAgentHost({ version: "v1.58.0", variant: "preempt" })).toThrow("has no preempt_yolo");
  });
});

describe("the other events", () => {
  const host = dockerAgentHost({ env });

  it("permission_request runs or denies a call, or leaves it to a person", async () => {
    const decide = (decision: string) => prints(specific({ permission_decision: decision }));
    expect(await host.permissionRequest(decide("allow"), call)).toMatchObject({ tool: "runs" });
    expect(await host.permissionRequest(decide("deny"), call)).toMatchObject({ tool: "denied" });
    expect(await host.permissionRequest("exit 1", call)).toMatchObject({ tool: "asks", asks: "person" });
  });

  it("tool_response_transform changes what the model gets, and a block there changes nothing", async () => {
    const done = { ...call, output: "secret" };
    const rewrite = (text: string) => prints(specific({ updated_tool_response: text }));
    expect(await host.toolResponseTransform(rewrite("[redacted]"), done)).toMatchObject({ result: "[redacted]" });
    expect(await host.toolResponseTransform(rewrite(""), done)).toMatchObject({ result: "(no output)" });
    expect(await host.toolResponseTransform(prints(DENY), done)).toMatchObject({ result: "secret", turn: "goes on" });
  });

  it("a rewrite of a long result is lost in v1.123.0, whose own hook cuts it first", async () => {
    const command = prints(specific({ updated_tool_response: "[redacted]" }));
    const output = Array.from({ length: 2001 }, (_, line) => `secret ${line}`).join("\n");
    const { result, cut } = await host.toolResponseTransform(command, { ...call, output });
    expect(cut).toBe(true);
    expect(result.split("\n")).toEqual(output.split("\n").slice(1));
    const older = dockerAgentHost({ version: "v1.58.0", env });
    for (const [asked, done] of [
      [older, { ...call, output }],
      [host, { ...call, output: output.slice(9) }],
      [host, { tool: "think", output }],
    ] as const) {
      expect(await asked.toolResponseTransform(command, done)).toMatchObject({ result: "[redacted]", cut: false });
    }
  });

  it("before_llm_call changes one request, or ends the run", async () => {
    const messages = [{ role: "user", content: "hi" }];
    const rewritten = [{ role: "user", content: "hello" }];
    const effect = await host.beforeLlmCall(prints(specific({ updated_messages: rewritten })), { messages });
    expect(effect).toMatchObject({ turn: "goes on", messages: rewritten });
    expect(await host.beforeLlmCall(prints({ decision: "block" }), { messages })).toMatchObject({
      turn: "ends",
      reason: "Agent terminated by a hook.",
    });
  });

  it("post_tool_use ends the run", async () => {
    const effect = await host.postToolUse(prints({ decision: "block", reason: "enough" }), { ...call, output: "x" });
    expect(effect).toMatchObject({ turn: "ends", reason: "enough" });
  });

  it("compaction is cancelled, told something, or given its summary", async () => {
    const block = prints({ decision: "block", reason: "later" });
    expect((await host.ask("pre_compact", block, {})).effect).toMatchObject({
      compaction: "cancelled",
      reason: "later",
    });
    expect((await host.ask("pre_compact", "echo keep names", {})).effect).toMatchObject({ context: ["keep names"] });
    const summary = prints(specific({ summary: "all of it" }));
    expect((await host.ask("before_compaction", summary, {})).effect).toMatchObject({
      compaction: "runs",
      summary: "all of it",
    });
  });

  it("instructions with a key are context, those taken back are not", async () => {
    const instruction_context = [
      { key: "a", content: "one" },
      { key: "b", content: "two", removed: true },
    ];
    const { effect } = await host.ask("turn_start", prints(specific({ instruction_context })), {});
    expect(effect.context).toEqual(["one"]);
  });

  it("an event of a later version is refused by name", async () => {
    const older = dockerAgentHost({ version: "v1.58.0", env });
    await expect(older.ask("worktree_create", "true", {})).rejects.toThrow('v1.58.0 has no event "worktree_create"');
  });
});

describe.each(DOCKER_AGENT_VERSIONS)("the payloads of %s", (version) => {
  const events = readdirSync(new URL(`${version}/events/`, FIXTURES)).map((name) => name.replace(".json", ""));
  const textOf = (event: string) => readFileSync(new URL(`${version}/events/${event}.json`, FIXTURES), "utf8");

  it.each(events)("%s is written byte for byte as it was recorded", (event) => {
    expect(payloadText(JSON.parse(textOf(event)))).toBe(textOf(event));
  });

  it.each(events)("%s is answered", async (event) => {
    const { effect } = await dockerAgentHost({ version, env }).ask(
      event as DockerAgentEvent,
      prints({ system_message: "seen" }),
      { ...JSON.parse(textOf(event)), cwd: folder },
    );
    expect(effect).toMatchObject({ asked: true, turn: "goes on" });
  });

  it("of a tool call has the fields of the recordings", async () => {
    const fields = async (event: "pre_tool_use" | "tool_response_transform", yolo: boolean) => {
      const asking = dockerAgentHost({ version, env, cwd: folder, yolo });
      const { tool_name: tool, tool_input: input, tool_response: output = "" } = JSON.parse(textOf(event));
      const seen = join(folder, `payload-${version}-${event}`);
      const command = `cat > ${seen}`;
      if (event === "pre_tool_use") await asking.preToolUse(command, { tool, input });
      else await asking.toolResponseTransform(command, { tool, input, output });
      return Object.keys(JSON.parse(readFileSync(seen, "utf8")));
    };
    expect(await fields("pre_tool_use", false)).toEqual(Object.keys(JSON.parse(textOf("pre_tool_use"))));
    const transform = Object.keys(JSON.parse(textOf("tool_response_transform")));
    expect(await fields("tool_response_transform", true)).toEqual(transform);
  });
});
