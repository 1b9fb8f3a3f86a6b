import { guardShell } from "@agent-hook/hooks";
import { abortTurn, addContext, approve, ask, defineHook, deny, modify, respond } from "@agent-hook/sdk";
import { generateText, isStepCount, streamText, type ToolSet, tool } from "ai";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { withHook } from "../../src/ai/index.js";
import { hidesSecrets, THROWN } from "../hidden-secrets.js";
import { openHooks } from "../open-hooks.js";
import { call, lastResults, modelWith, scene, text } from "./scene.js";

const PAY = [call("pay", { euros: 5 })];
const DONE = [text("done")];
const never = new Promise<undefined>(() => {});

describe("a tool of the AI SDK with a hook", () => {
  const errors = openHooks();

  it("runs with the arguments of the model, and its handlers read the call", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "watch",
      beforeTool: (one, { host }) => void seen.push(one, host.name),
      afterTool: (one) => void seen.push(one.result),
    });
    const { ran, settings } = await scene(hook, PAY, DONE);
    expect((await generateText(settings)).text).toBe("done");
    expect(ran).toEqual([{ euros: 5 }]);
    const asked = { id: "call-1", tool: "pay", kind: "other", arguments: { euros: 5 }, sessionId: "s-1", origin: {} };
    expect(seen).toEqual([expect.objectContaining(asked), "ai-sdk", { forLlm: "paid 5" }]);
  });

  it.each([
    ["beforeTool", { beforeTool: () => deny("no payments") }],
    ["approveTool", { approveTool: () => deny("no payments") }],
    ["abortTurn, as a denial", { beforeTool: () => abortTurn("no payments") }],
  ])("does not run if %s denies, and the model reads the reason", async (_, handlers) => {
    const { ran, model, settings } = await scene(defineHook({ name: "guard", ...handlers }), PAY, DONE);
    expect((await generateText(settings)).text).toBe("done");
    expect(ran).toEqual([]);
    expect(lastResults(model)).toEqual([{ type: "execution-denied", reason: "no payments" }]);
  });

  const broken = {
    throws: () => {
      throw new Error("the disk is gone");
    },
    hangs: () => never,
    "answers nonsense": () => "yes" as never,
    "returns a decision of another point": () => ask("sure?") as never,
  };
  const faults = Object.entries(broken);

  it.each(faults)("does not run if the hook %s under block, generated or streamed", async (_, beforeTool) => {
    const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, beforeTool });
    const { ran, model, settings } = await scene(hook, PAY, DONE, PAY, DONE);
    await generateText(settings);
    await streamText(settings).consumeStream();
    expect(ran).toEqual([]);
    expect(JSON.stringify(lastResults(model))).toMatch(/hook \\"guard\\" (threw|took|returned).*look for this id/);
    expect(JSON.stringify(lastResults(model))).not.toContain("disk");
  });

  it.each(faults)("does not run if approveTool %s, whatever the policy is", async (_, approveTool) => {
    const hook = defineHook({ name: "guard", deadlines: { interceptMs: 50 }, approveTool: approveTool as never });
    const { ran, settings } = await scene(hook, PAY, DONE);
    const { finishReason } = await generateText(settings);
    // A question is a valid answer of approveTool: the turn waits for a person.
    expect([ran, finishReason]).toEqual([[], _.includes("another point") ? "tool-calls" : "stop"]);
  });

  it.each(faults)("runs if the hook %s under continue", async (_, beforeTool) => {
    const { ran, settings } = await scene(
      defineHook({ name: "watch", deadlines: { interceptMs: 50 }, beforeTool }),
      PAY,
      DONE,
    );
    await generateText(settings);
    expect(ran).toEqual([{ euros: 5 }]);
    expect(errors.join("")).toContain("[watch] error: beforeTool failed");
  });

  it("does not run without the approval of the settings either", async () => {
    for (const onFailure of ["block", "continue"] as const) {
      const hook = defineHook({ name: "guard", onFailure, approveTool: () => ask("5 euros?") });
      const { ran, model, settings } = await scene(hook, PAY, DONE);
      await generateText({ ...settings, toolApproval: undefined as never });
      expect(ran).toEqual([]);
      expect(lastResults(model)).toEqual([{ type: "error-text", value: "Error: needs a person: 5 euros?" }]);
    }
  });

  it("runs with the arguments of the hook, on which approveTool decides, and is judged once", async () => {
    let times = 0;
    const hook = defineHook({
      name: "cap",
      beforeTool: ({ arguments: args }) => {
        times++;
        return modify({ arguments: { ...args, euros: 1 } });
      },
      approveTool: ({ arguments: { euros } }) => (euros === 1 ? approve() : deny("too much")),
    });
    const { ran, settings } = await scene(hook, PAY, DONE);
    await generateText(settings);
    expect([ran, times]).toEqual([[{ euros: 1 }], 1]);
  });

  it("is answered by the hook instead", async () => {
    const hook = defineHook({ name: "cache", respondsTo: ["pay"], beforeTool: () => respond("paid yesterday") });
    const { ran, model, settings } = await scene(hook, PAY, DONE);
    await generateText(settings);
    expect(ran).toEqual([]);
    expect(lastResults(model)).toEqual([{ type: "text", value: "paid yesterday" }]);
  });

  it("does not run if it is not one of withHook's tools, and the hook wants to change or answer the call", async () => {
    for (const decision of [modify({ arguments: { euros: 1 } }), respond("paid yesterday")]) {
      const hook = defineHook({ name: "cap", respondsTo: ["pay"], beforeTool: () => decision });
      const { ran, model, settings } = await scene(hook, PAY, DONE);
      const execute = () => ran.push("pay");
      const tools = { ...settings.tools, pay: tool({ inputSchema: z.object({}).loose(), execute }) };
      await generateText({ ...settings, tools: tools as never });
      const reason = "a hook can only allow or deny the tool pay: withHook did not get it";
      expect([ran, lastResults(model)]).toEqual([[], [{ type: "execution-denied", reason }]]);
    }
  });

  it("runs with the changes of two hooks", async () => {
    const adds = (name: string) =>
      defineHook({
        name,
        beforeTool: ({ arguments: { euros } }) => modify({ arguments: { euros: Number(euros) + 1 } }),
      });
    const { ran, settings } = await scene(adds("first"), PAY, DONE);
    await generateText({ ...settings, ...(await withHook(adds("second"), settings)) } as typeof settings);
    expect(ran).toEqual([{ euros: 7 }]);
  });

  it("is judged call by call if the model gives two calls the same id", async () => {
    for (const order of [
      [1, 1000],
      [1000, 1],
    ]) {
      const calls = order.map((euros) => call("pay", { euros }));
      const hook = defineHook({
        name: "cap",
        onFailure: "block",
        approveTool: ({ arguments: { euros } }) => (euros === 1 ? approve() : deny("too much")),
      });
      const { ran, settings } = await scene(hook, calls, DONE, calls, DONE);
      await generateText(settings);
      await streamText(settings).consumeStream();
      expect(ran).not.toContainEqual({ euros: 1000 });
    }
  });

  it("passes each of many parallel calls, with its own decision", async () => {
    const calls = Array.from({ length: 20 }, (_, at) => call("pay", { euros: at }, `call-${at}`));
    const hook = defineHook({
      name: "odd",
      onFailure: "block",
      beforeTool: async ({ arguments: { euros } }) => (Number(euros) % 2 === 0 ? deny("even") : undefined),
    });
    const { ran, settings } = await scene(hook, calls, DONE);
    await generateText(settings);
    expect(ran.map((input) => (input as { euros: number }).euros).sort((a, b) => a - b)).toEqual([
      1, 3, 5, 7, 9, 11, 13, 15, 17, 19,
    ]);
  });

  it("does not run if the run was stopped while the hook decided", async () => {
    const stop = new AbortController();
    const hook = defineHook({ name: "slow", onFailure: "block", beforeTool: () => stop.abort() });
    const { ran, settings } = await scene(hook, [call("pay", { euros: 1 })], DONE);
    await expect(generateText({ ...settings, abortSignal: stop.signal })).rejects.toThrow("aborted");
    expect(ran).toEqual([]);
  });

  it("passes an argument of 1 MB unchanged", async () => {
    const note = "x".repeat(1024 * 1024);
    let length = 0;
    const hook = defineHook({
      name: "watch",
      onFailure: "block",
      beforeTool: ({ arguments: args }) => {
        length = String(args.note).length;
      },
    });
    const { ran, settings } = await scene(hook, [call("pay", { euros: 1, note })], DONE);
    await generateText(settings);
    expect([ran, length]).toEqual([[{ euros: 1, note }], note.length]);
  });
});

describe("a person and the AI SDK's approval", () => {
  openHooks();
  const hook = defineHook({ name: "asker", onFailure: "block", approveTool: () => ask("5 euros?") });

  it("is asked with the reason of the hook, and the tool runs after a yes, once", async () => {
    const { ran, settings } = await scene(hook, PAY, DONE);
    const { prompt, ...rest } = settings;
    const first = await generateText(settings);
    const [request] = first.content.flatMap((part) => (part.type === "tool-approval-request" ? [part] : []));
    expect(ran).toEqual([]);
    expect(JSON.stringify(request)).toContain("5 euros?");
    const answer = (approved: boolean) => [
      { role: "user" as const, content: prompt },
      ...first.response.messages,
      {
        role: "tool" as const,
        content: [{ type: "tool-approval-response" as const, approvalId: request?.approvalId ?? "", approved }],
      },
    ];
    await generateText({ ...rest, messages: answer(false) });
    expect(ran).toEqual([]);
    await generateText({ ...rest, messages: answer(true) });
    expect(ran).toEqual([{ euros: 5 }]);
  });

  it("is asked by the author's own approval and the tool's own, about calls that the hook lets pass", async () => {
    const pass = defineHook({ name: "pass", approveTool: () => approve() });
    const model = () => modelWith(PAY, DONE);
    const pay = tool({ inputSchema: z.object({}).loose(), execute: () => "paid" });
    const forms = [
      { tools: { pay }, toolApproval: () => "user-approval" as const },
      { tools: { pay }, toolApproval: { pay: "user-approval" as const } },
      { tools: { pay }, toolApproval: { pay: () => "user-approval" as const } },
      { tools: { pay: { ...pay, needsApproval: true } } },
      { tools: { pay: { ...pay, needsApproval: () => true } } },
    ];
    for (const form of forms) {
      const settings = await withHook(pass, { model: model(), ...form });
      const { content } = await generateText({ ...settings, stopWhen: isStepCount(3), prompt: "hi" });
      expect(content.map(({ type }) => type)).toEqual(["tool-call", "tool-approval-request"]);
    }
  });

  it("is not asked about arguments that the model did not write: the call is denied", async () => {
    const both = defineHook({
      name: "both",
      beforeTool: () => modify({ arguments: { euros: 1 } }),
      approveTool: () => ask("sure?"),
    });
    const { ran, model, settings } = await scene(both, PAY, DONE);
    await generateText(settings);
    expect([ran, lastResults(model)]).toEqual([[], [{ type: "execution-denied", reason: "needs a person: sure?" }]]);
  });
});

describe("the result of a tool", () => {
  openHooks();
  const LOOK = [call("look", { at: "here" })];

  it("is changed before the model reads it, and stays an object while it is one", async () => {
    const hook = defineHook({
      name: "redact",
      afterTool: ({ result }) => modify({ result: result.forLlm.replace("s3cret", "***") }),
    });
    const { model, settings } = await scene(hook, LOOK, DONE);
    const { steps } = await generateText(settings);
    expect(lastResults(model)).toEqual([{ type: "json", value: { at: "here", secret: "***" } }]);
    expect(JSON.stringify(steps[0]?.content)).not.toContain("s3cret");
  });

  it("becomes a text if the hook's text is not its JSON, also for a tool with its own output for the model", async () => {
    const hook = defineHook({ name: "note", afterTool: () => addContext("look twice") });
    const look = tool({
      inputSchema: z.object({ at: z.string() }),
      execute: ({ at }) => ({ at }),
      toModelOutput: ({ output }) => ({ type: "text", value: output.at.toUpperCase() }),
    });
    const model = modelWith(LOOK, DONE);
    const settings = await withHook(hook, { model, tools: { look } });
    await generateText({ ...settings, stopWhen: isStepCount(3), prompt: "hi" });
    expect(lastResults(model)).toEqual([{ type: "text", value: '{"at":"here"}\n\nlook twice' }]);
  });

  it.each([
    ["is denied", () => deny("not for you"), "not for you"],
    ["is withheld if the handler throws", () => JSON.parse("{"), /withheld/],
    ["is withheld if the handler hangs", () => never, /withheld/],
  ])("%s, and is an error for the model", async (_, afterTool, reason) => {
    const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, afterTool });
    const { model, settings } = await scene(hook, LOOK, DONE);
    await generateText(settings);
    expect(lastResults(model)).toEqual([{ type: "error-text", value: expect.stringMatching(reason) }]);
  });

  it("reaches the hook as an error if the tool throws", async () => {
    const seen: unknown[] = [];
    const fail = tool({
      inputSchema: z.object({}),
      execute: (): string => {
        throw new Error("no connection");
      },
    });
    const hook = defineHook({ name: "watch", afterTool: ({ result }) => void seen.push(result) });
    const model = modelWith([call("fail", {})], DONE);
    await generateText({
      ...(await withHook(hook, { model, tools: { fail } })),
      stopWhen: isStepCount(3),
      prompt: "hi",
    });
    expect(seen).toEqual([{ forLlm: "no connection", isError: true }]);
    expect(lastResults(model)).toEqual([{ type: "error-text", value: "Error: no connection" }]);
  });

  it("is judged as the model reads it if the tool throws something else than an error", async () => {
    const read: unknown[] = [];
    for (const thrown of THROWN) {
      const fail = tool({ inputSchema: z.object({}), execute: (): Promise<string> => Promise.reject(thrown) });
      const model = modelWith([call("fail", {})], DONE);
      const settings = await withHook(hidesSecrets, { model, tools: { fail } });
      await generateText({ ...settings, stopWhen: isStepCount(3), prompt: "hi" });
      read.push(...lastResults(model));
    }
    expect(read).toEqual(
      ['Error: {"detail":"a ***"}', "Error: a ***", "Error: a ***"].map((value) => ({ type: "error-text", value })),
    );
  });

  it("of a tool that reports progress passes as it comes, and only the last output if a handler looks at results", async () => {
    const count = tool({
      inputSchema: z.object({}),
      async *execute() {
        yield "one";
        yield "two";
      },
    });
    const outputsWith = async (handlers: object) => {
      const model = modelWith([call("count", {})], DONE);
      const settings = await withHook(defineHook({ name: "watch", ...handlers }), { model, tools: { count } });
      const { stream } = streamText({ ...settings, stopWhen: isStepCount(3), prompt: "hi" });
      const outputs: unknown[] = [];
      for await (const part of stream) if (part.type === "tool-result") outputs.push(part.output);
      return outputs;
    };
    expect(await outputsWith({ beforeTool: () => {} })).toEqual(["one", "two", "two"]);
    expect(await outputsWith({ afterTool: () => {} })).toEqual(["two"]);
    expect(await outputsWith({ beforeTool: () => deny("no") })).toEqual([]);
  });
});

describe("guardShell", () => {
  const errors = openHooks();
  const shell = (ran: string[]) =>
    tool({ inputSchema: z.object({ command: z.string() }), execute: async ({ command }) => void ran.push(command) });

  it("denies a command of the agent's shell, whatever the tool is called, and of a tool that is said to be one", async () => {
    const ran: string[] = [];
    const sh = tool({ inputSchema: z.object({ line: z.string() }), execute: async ({ line }) => void ran.push(line) });
    const commands = ["rm -rf /", "ls"];
    const calls = commands.flatMap((command) => [
      call("bash", { command }),
      call("go", { command }),
      call("x", { line: command }),
    ]);
    const model = modelWith(...calls.map((one) => [one]), DONE);
    const tools = { bash: shell(ran), go: shell(ran), x: sh };
    const settings = await withHook(guardShell(), { model, tools }, { toolKinds: { x: "shell" } });
    await generateText({ ...settings, stopWhen: isStepCount(9), prompt: "hi" });
    expect(ran).toEqual(["ls", "ls", "ls"]);
  });

  it.each([
    ["OpenAI's local shell", { action: { type: "exec", command: ["git", "reset", "--hard"] } }],
    ["OpenAI's shell", { action: { commands: ["git status", "git reset --hard"] } }],
    ["a program and its arguments", { command: "git", args: ["reset", "--hard"] }],
    ["a text with another name", { message: "git reset --hard" }],
  ])("denies a command in the form of %s", async (_, input) => {
    const ran: unknown[] = [];
    const execute = async (args: object) => void ran.push(args);
    const inputSchema = z.object({}).loose();
    const provided = { type: "provider", id: "openai.local_shell", args: {}, isProviderExecuted: false };
    const tools = { shell: tool({ ...provided, inputSchema, execute } as never) } as ToolSet;
    const harmless = { action: { type: "exec", command: ["git", "commit", "-m", "fix rm -rf in docs"] } };
    const model = modelWith([call("shell", input)], [call("shell", harmless)], DONE);
    const settings = await withHook(guardShell(), { model, tools });
    await generateText({ ...settings, stopWhen: isStepCount(9), prompt: "hi" });
    expect(ran).toEqual([harmless]);
  });

  it("warns if no tool seems to be a shell", async () => {
    const silent = { go: shell([]), lazy: tool({ inputSchema: () => z.object({ cmd: z.string() }) } as never) };
    await withHook(guardShell(), { model: modelWith(DONE), tools: silent as ToolSet });
    expect(errors).toEqual([]);
    await withHook(guardShell(), { model: modelWith(DONE), tools: { pay: tool({ inputSchema: z.object({}) }) } });
    expect(errors.join("")).toMatch(/guard-shell.*may never be asked.* pay\. .*toolKinds/);
  });

  it("is rejected if it names a tool in another spelling", async () => {
    const guard = defineHook({ name: "guard", toolFilter: { names: ["Bash"] }, approveTool: () => deny("no") });
    const settings = { model: modelWith(DONE), tools: { bash: shell([]) } };
    await expect(withHook(guard, settings)).rejects.toThrow(/called bash/);
  });

  it("is rejected if it can match none of the tools, and so is a kind of a tool that does not exist", async () => {
    const guard = defineHook({ name: "guard", toolFilter: { names: ["transfer"] }, approveTool: () => deny("no") });
    const settings = { model: modelWith(DONE), tools: { pay: shell([]) } };
    await expect(withHook(guard, settings)).rejects.toThrow(/matches no tool: .* called pay/);
    await expect(withHook(guard, { model: modelWith(DONE) })).resolves.toBeDefined();
    for (const toolKinds of [{ Pay: "shell" }, { run: "shell" }, { pay: "Shell" }]) {
      await expect(withHook(guardShell(), settings, { toolKinds } as never)).rejects.toThrow(/^toolKinds: /);
    }
  });
});
