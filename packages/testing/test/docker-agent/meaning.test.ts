import { abortTurn, approve, ask, defineHook, deny, type Hook, modify, reject } from "@agent-hook/sdk";
import { runInProcess } from "@agent-hook/sdk/in-process";
import { describe, expect, it } from "vitest";
import { type Effect, effectOfAnswer, type Payload } from "../../src/internal/command-hosts.js";
import { recordedPayload, VERSIONS } from "./recordings.js";

type Parts = Omit<Hook<{}>, "name" | "env" | "~defineHook">;

interface Place {
  readonly version: string;
  readonly variant?: "preempt";
  readonly permitted?: boolean;
}

/** Returns what the program does after the hook answered a recorded payload. */
async function effect(
  event: string,
  parts: Parts,
  { version, variant, permitted }: Place,
  fields: Payload = {},
): Promise<Effect> {
  const payload = { ...recordedPayload(version, event), ...fields };
  const host = `docker-agent@${version}${variant === undefined ? "" : "/preempt"}` as const;
  let stdout = "";
  const write = (text: string) => {
    stdout += text;
  };
  const running = await runInProcess(defineHook({ name: "h", ...parts }), { write, host, env: {}, writeError() {} });
  running.receive([JSON.stringify(payload)]);
  await running.inputEnded();
  await running.end(0);
  return effectOfAnswer(host, event, payload, { stdout }, permitted === undefined ? {} : { permitted });
}

const everyVersion: readonly Place[] = VERSIONS.map((version) => ({ version }));
const preempt: Place = { version: "v1.123.0", variant: "preempt", permitted: true };
const everywhere = [...everyVersion, preempt];
const boom = () => {
  throw new Error("boom");
};
const failed = expect.stringMatching(
  /^hook "h" threw an error at .* \(id \w+\); to find out why, look for this id on the hook's stderr$/,
);
/** The tool goes on to the next check. */
const goesOn = expect.stringMatching(/^(asks|runs)$/);

describe.each(everywhere)("docker-agent $version carries out the author's decisions ($variant)", (place) => {
  const before = (parts: Parts, fields?: Payload) => effect("pre_tool_use", parts, place, fields);

  it("denies, rejects and stops a tool call, with the reason once", async () => {
    const denied = { tool: "does not run", reason: "not here", turn: "continues" };
    expect(await before({ beforeTool: () => deny("not here") })).toMatchObject(denied);
    expect(await before({ approveTool: () => reject("not here") })).toMatchObject(denied);
    expect(await before({ beforeTool: () => abortTurn("not here") })).toMatchObject(denied);
  });

  it("makes no decision if the hook makes none, or approves a call", async () => {
    const silent = { answer: "none", tool: goesOn };
    expect(await before({ beforeTool: () => {} })).toMatchObject(silent);
    expect(await before({ approveTool: () => approve() })).toMatchObject(silent);
  });

  it("denies when a block hook or an approver fails, and continues otherwise", async () => {
    expect(await before({ onFailure: "block", beforeTool: boom })).toMatchObject({
      tool: "does not run",
      reason: failed,
    });
    expect(await before({ approveTool: boom })).toMatchObject({ tool: "does not run", reason: failed });
    expect(await before({ beforeTool: boom })).toMatchObject({ tool: goesOn });
  });
});

describe.each(everyVersion)("docker-agent $version uses the author's changes", (place) => {
  it("replaces all arguments, and can ask a person about them", async () => {
    const other = modify({ arguments: { cmd: "echo other" } });
    const changed = { arguments: { cmd: "echo other" } };
    expect(await effect("pre_tool_use", { beforeTool: () => other }, place)).toMatchObject({
      tool: "asks",
      ...changed,
    });
    const asks = { beforeTool: () => other, approveTool: () => ask("sure?") };
    expect(await effect("pre_tool_use", asks, place)).toMatchObject({ tool: "asks", ...changed });
  });

  it("replaces the result of a tool, even with an empty text", async () => {
    const to = (text: string) =>
      effect("tool_response_transform", { afterTool: () => modify({ result: text }) }, place);
    expect(await to("changed")).toMatchObject({ result: "changed" });
    expect(await to("")).toMatchObject({ result: "(no output)" });
  });

  it("replaces the conversation, with all that the author did not change", async () => {
    const { messages } = recordedPayload(place.version, "before_llm_call") as { messages: readonly Payload[] };
    const beforeLlm: Parts["beforeLlm"] = (call) =>
      modify({ messages: call.messages.map((one) => (one.role === "user" ? { ...one, content: "changed" } : one)) });
    expect(await effect("before_llm_call", { beforeLlm }, place)).toMatchObject({
      turn: "continues",
      request: { messages: messages.map((one) => (one.role === "user" ? { ...one, content: "changed" } : one)) },
    });
  });

  it("ends the run before the model is called, on the author's decision or when a block hook fails", async () => {
    const aborted = await effect("before_llm_call", { beforeLlm: () => abortTurn("enough") }, place);
    expect(aborted).toMatchObject({ turn: "ends", reason: "enough" });
    const fails = await effect("before_llm_call", { onFailure: "block", beforeLlm: boom }, place);
    expect(fails).toMatchObject({ turn: "ends", reason: failed });
    expect(await effect("before_llm_call", { beforeLlm: boom }, place)).toMatchObject({ turn: "continues" });
  });

  it("withholds a result when a block hook fails at it", async () => {
    const held = await effect("tool_response_transform", { onFailure: "block", afterTool: boom }, place);
    expect(held.result).toMatch(
      /^\[withheld: hook "[^"]+" failed \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr\]$/,
    );
  });

  it("accepts native answers: a prompt is denied, and context is added", async () => {
    const at = (answer: object) =>
      effect("user_prompt_submit", { native: { "docker-agent": { user_prompt_submit: () => answer } } }, place);
    expect(await at({ decision: "block", reason: "no" })).toMatchObject({ turn: "ends", reason: "no" });
    const context = { hook_specific_output: { hook_event_name: "user_prompt_submit", additional_context: "mind" } };
    expect(await at(context)).toMatchObject({ turn: "continues", context: ["mind"] });
  });
});

describe("changed arguments in the preempt variant, where docker-agent accepts none", () => {
  const beforeTool = () => modify({ arguments: { cmd: "echo safe" } });

  it("are denied under block if no other variant is asked", async () => {
    const denied = await effect("pre_tool_use", { onFailure: "block", beforeTool }, preempt, {
      safety_policy: "autonomous",
    });
    expect(denied).toMatchObject({ tool: "does not run", reason: expect.stringContaining("does not support") });
  });

  it("are left to the other variant if it is asked", async () => {
    const strict: Place = { version: "v1.123.0", variant: "preempt" };
    const asked = await effect("pre_tool_use", { onFailure: "block", beforeTool }, strict, { safety_policy: "strict" });
    expect(asked).toMatchObject({ tool: "asks", asks: "rules" });
    const then = await effect("pre_tool_use", { onFailure: "block", beforeTool }, { version: "v1.123.0" });
    expect(then).toMatchObject({ arguments: { cmd: "echo safe" } });
  });
});
