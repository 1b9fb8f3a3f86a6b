import { readFileSync } from "node:fs";
import { SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { describe, expect, it } from "vitest";
import { payloadText } from "../../src/command-hosts/payload.js";
import {
  type CommandHostOptions,
  type CommandHostText,
  commandHost,
  type HookAnswer,
} from "../../src/internal/command-hosts.js";
import { FIXTURES, recordedPayloads, VERSIONS } from "./recordings.js";

const call = { tool: "shell", input: { cmd: "rm -rf /" } };
/** A hook that ended like this. `e2e/docker-agent/command.test.ts` runs real commands. */
const ended = (answer: HookAnswer) => async () => answer;
const printsText = (stdout: string) => ended({ stdout, exit: 0 });
const prints = (answer: unknown) => printsText(JSON.stringify(answer));
const specific = (fields: object) => ({ hook_specific_output: fields });
const DENY = {
  decision: "block",
  ...specific({ permission_decision: "deny", permission_decision_reason: "no" }),
};
const TEXT = JSON.stringify(DENY);
const LATE = { command: "exec sleep 60", stdout: TEXT, timedOut: true, timeout: 1 };
type Ended = () => Promise<HookAnswer>;

/** Returns the effect of a hook, by event. */
function effects(host: CommandHostText, options: CommandHostOptions = {}) {
  const asked = commandHost(host, options);
  return {
    preToolUse: async (hook: Ended, tool = call) => (await asked.beforeTool(hook, tool)).effect,
    toolResult: async (hook: Ended, output: string, tool = "shell") =>
      (await asked.afterTool(hook, { tool, output })).effect,
    at: async (event: string, hook: Ended, fields = {}) => (await asked.ask(event, hook, fields)).effect,
  };
}

describe("a hook before a tool call", () => {
  const host = effects("docker-agent");

  it.each(VERSIONS)("denies in %s with its answer, or with exit 2 and its stderr", async (version) => {
    const { preToolUse } = effects(`docker-agent@${version}`);
    const denied = { answer: "taken", turn: "continues", tool: "does not run", reason: "no" };
    expect(await preToolUse(prints(DENY))).toEqual({ ...denied, result: "Tool call blocked by hook: no" });
    expect(await preToolUse(ended({ stdout: "{}\n", stderr: "no\n", exit: 2 }))).toMatchObject(denied);
  });

  it.each<[how: string, answer: HookAnswer]>([
    ["is killed", { stdout: "", signal: "SIGKILL" }],
    ["exits with 1", { stdout: TEXT, exit: 1 }],
    ["is not there", { stdout: "", stderr: "/bin/sh: /nowhere/guard: not found", exit: 127 }],
    ["prints a line of a log first", { stdout: `starting\n${TEXT}`, exit: 0 }],
    ["prints a line of a log after it", { stdout: `${TEXT}\ndone\n`, exit: 0 }],
  ])("has no effect when it %s", async (_, answer) => {
    const effect = await host.preToolUse(ended(answer));
    expect(effect).toEqual({ answer: "dropped", turn: "continues", tool: "asks", asks: "hooks" });
  });

  it("has no effect when it prints nothing", async () => {
    expect(await host.preToolUse(printsText(""))).toMatchObject({ answer: "none", tool: "asks", asks: "hooks" });
  });

  it("replaces all arguments with a rewrite", async () => {
    const effect = await host.preToolUse(prints(specific({ updated_input: { timeout: 5 } })));
    expect(effect).toMatchObject({ tool: "asks", arguments: { timeout: 5 } });
  });

  it("gets no input if there is none", async () => {
    const { payload } = await commandHost("docker-agent").beforeTool(printsText(""), { tool: "shell" });
    expect(payload).not.toHaveProperty("tool_input");
  });

  it("is not run for a permitted call, or for a tool that does not match its matcher", async () => {
    const never = async () => expect.unreachable("it was called");
    const skipped = [{ permitted: true }, { matcher: "she" }].map((options) =>
      effects("docker-agent", options).preToolUse(never),
    );
    expect(await Promise.all(skipped)).toMatchObject([
      { answer: "skipped", tool: "runs" },
      { answer: "skipped", tool: "asks" },
    ]);
    const matching = effects("docker-agent", { matcher: "sh.*" });
    expect(await matching.preToolUse(prints(DENY))).toMatchObject({ tool: "does not run" });
  });
});

describe("the preempt variant, before the approval rules", () => {
  const host = effects("docker-agent/preempt", { permitted: true });

  it("denies under --yolo, by the permission decision only", async () => {
    const result = "The tool call was rejected by a pre_tool_use hook. Reason: no";
    expect(await host.preToolUse(prints(DENY))).toMatchObject({ tool: "does not run", reason: "no", result });
  });

  it.each([
    ["a block", prints({ decision: "block", reason: "no" })],
    ["exit 2", ended({ stderr: "no\n", exit: 2 })],
    ["a timeout", ended(LATE)],
    ["new arguments", prints(specific({ updated_input: { cmd: "true" } }))],
  ])("ignores %s", async (_, hook) => {
    expect(await host.preToolUse(hook)).toEqual({ answer: "dropped", turn: "continues", tool: "runs" });
  });

  it("asks a person, and skips permission_request hooks", async () => {
    const effect = await host.preToolUse(prints(specific({ permission_decision: "ask" })));
    expect(effect).toMatchObject({ tool: "asks", asks: "person" });
  });

  it("leaves a call without a decision to the rules, and new arguments to the other variant", async () => {
    const asking = effects("docker-agent/preempt");
    expect(await asking.preToolUse(printsText(""))).toMatchObject({ tool: "asks", asks: "rules" });
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
    const asked = (hook: Ended) => host.at("permission_request", hook, { tool_name: "shell" });
    expect(await asked(decide("allow"))).toMatchObject({ tool: "runs", approved: true });
    expect(await asked(decide("deny"))).toMatchObject({ tool: "does not run" });
    expect(await asked(ended({ exit: 1 }))).toMatchObject({ tool: "asks", asks: "person" });
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
    const hook = prints(specific({ updated_tool_response: "[redacted]" }));
    const output = Array.from({ length: 2001 }, (_, line) => `secret ${line}`).join("\n");
    const { answer, result } = await host.toolResult(hook, output);
    expect(answer).toBe("dropped");
    expect(String(result).split("\n")).toEqual(output.split("\n").slice(1));
    const older = effects("docker-agent@v1.58.0");
    for (const effect of [
      await older.toolResult(hook, output),
      await host.toolResult(hook, output.slice(9)),
      await host.toolResult(hook, output, "think"),
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
      effects("docker-agent", options).at("user_prompt_submit", ended({ unstarted: "chdir /x: no such file" }));
    expect(await failing({})).toMatchObject({ answer: "dropped", turn: "continues" });
    expect(await failing({ onFailure: "block" })).toMatchObject({ turn: "ends" });
  });

  it("compaction is cancelled, gets additional text, or is given its summary", async () => {
    const block = prints({ decision: "block", reason: "later" });
    expect(await host.at("pre_compact", block)).toMatchObject({ compaction: "cancelled", reason: "later" });
    expect(await host.at("pre_compact", printsText("keep names\n"))).toMatchObject({ context: ["keep names"] });
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
    await expect(older.at("worktree_create", printsText(""))).rejects.toThrow('v1.58.0 has no event "worktree_create"');
  });
});

describe.each(VERSIONS)("the payloads of %s", (version) => {
  const name = `docker-agent@${version}` as const;
  const events = Object.keys(recordedPayloads(version));
  const textOf = (event: string) => readFileSync(new URL(`${version}/events/${event}.json`, FIXTURES), "utf8");

  it("are written byte for byte as recorded, and the answers to them are read", async () => {
    for (const event of events) {
      const payload = JSON.parse(textOf(event));
      expect(payloadText(SIMULATIONS["docker-agent"], payload)).toBe(textOf(event));
      const effect = await effects(name).at(event, prints({ system_message: "seen" }), payload);
      expect(effect, event).toMatchObject({ answer: expect.not.stringContaining("skipped"), turn: "continues" });
    }
  });

  it("of a tool call have the fields of the recordings", async () => {
    const { pre_tool_use: before = {}, tool_response_transform: after = {} } = recordedPayloads(version);
    const asked = await commandHost(name).beforeTool(printsText(""), call);
    expect(Object.keys(asked.payload)).toEqual(Object.keys(before));
    const done = await commandHost(name, { permitted: true }).afterTool(printsText(""), { ...call, output: "" });
    expect(Object.keys(done.payload)).toEqual(Object.keys(after));
  });
});
