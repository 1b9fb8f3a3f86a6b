import { describe, expect, it } from "vitest";
import { approve, compose, defineHook, deny, type Hook, type HookEvent, reject } from "../src/index.js";
import { openHook } from "../src/serve/open-hook.js";
import { memoryStore } from "../src/store/source.js";
import { asked } from "./command-hosts/asked.js";
import { payloadOf } from "./command-hosts/recordings.js";

const shell = payloadOf("claude-code", "PreToolUse");
const nothing = () => {};

async function manifestOf(hook: Hook) {
  return (await openHook(hook, { env: {}, store: memoryStore(), writeError: nothing })).manifest;
}

async function problemsOf(onEvent: unknown): Promise<string> {
  const hook = defineHook({ name: "h", onEvent: onEvent as never });
  return openHook(hook, { env: {}, store: memoryStore(), writeError: nothing }).then(
    () => "",
    (error: Error) => error.message,
  );
}

describe("a hook that names the events it wants", () => {
  it("receives these and no others", async () => {
    const seen: string[] = [];
    const hook = defineHook({
      name: "h",
      onEvent: {
        "session.start": ({ kind, payload }) => seen.push(`${kind} ${payload.source}`),
        "turn.end": ({ kind, payload }) => seen.push(`${kind} ${payload.reply}`),
      },
    });
    for (const event of ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop"])
      await asked(hook, payloadOf("codex", event));
    expect(seen).toEqual(["session.start startup", "turn.end hello"]);
  });

  it("receives a tool call as an event too, next to its handlers", async () => {
    const seen: HookEvent[] = [];
    const hook = defineHook({
      name: "h",
      onEvent: { "tool.start": (event) => seen.push(event) },
      beforeTool: () => deny("no"),
    });
    const { document } = await asked(hook, shell);
    expect(JSON.stringify(document)).toContain('"deny"');
    expect(seen).toMatchObject([
      { kind: "tool.start", hostKind: "PreToolUse", payload: { tool: shell.tool_name, arguments: shell.tool_input } },
    ]);
  });

  it("cannot change the call of its handlers", async () => {
    const change = ({ payload, raw }: HookEvent) => {
      (payload as { arguments: Record<string, unknown> }).arguments.command = "rm x";
      (raw as { tool_input: Record<string, unknown> }).tool_input.command = "rm x";
    };
    const commands: unknown[] = [];
    const hook = defineHook({
      name: "h",
      onEvent: { "tool.start": change },
      approveTool: async (call) => {
        await new Promise(setImmediate);
        commands.push(call.arguments.command);
        return approve();
      },
    });
    await asked(hook, { ...shell, tool_input: { command: "ls" } });
    expect(commands).toEqual(["ls"]);
  });

  it("decides as without the handler if it throws, and the failure names it", async () => {
    const onEvent = {
      "tool.start": () => {
        throw new Error("full disk");
      },
    };
    const approving = defineHook({ name: "h", onFailure: "block", onEvent, approveTool: approve });
    expect(await asked(approving, shell)).toMatchObject({
      text: undefined,
      denial: undefined,
      failures: [{ kind: "threw", where: 'onEvent["tool.start"]' }],
    });
    const rejecting = defineHook({ name: "h", onEvent, approveTool: () => reject("no") });
    expect((await asked(rejecting, shell)).document).toBeDefined();
  });

  it("as a function receives no tool calls", async () => {
    const seen: string[] = [];
    const hook = defineHook({ name: "h", onEvent: ({ hostKind }) => seen.push(hostKind) });
    for (const event of ["PreToolUse", "Stop"]) await asked(hook, payloadOf("claude-code", event));
    expect(seen).toEqual(["Stop"]);
  });
});

describe("the manifest", () => {
  it("lists the kinds that a hook names, and onEvent among its points", async () => {
    const hook = defineHook({
      name: "h",
      onEvent: { "turn.end": nothing, prompt: nothing, error: undefined } as object,
    });
    expect(await manifestOf(hook)).toMatchObject({ points: ["onEvent"], events: ["turn.end", "prompt"] });
  });

  it("lists the kinds of all members, or none if one has a function", async () => {
    const one = defineHook({ name: "one", onEvent: { prompt: nothing, "turn.end": nothing } });
    const two = defineHook({ name: "two", onEvent: { "turn.end": nothing, error: nothing } });
    const all = defineHook({ name: "all", onEvent: nothing });
    expect((await manifestOf(compose(one, two))).events).toEqual(["prompt", "turn.end", "error"]);
    expect(await manifestOf(compose(one, all))).not.toHaveProperty("events");
    expect(await manifestOf(compose(one, all))).toMatchObject({ points: ["onEvent"] });
  });

  it("has neither for a hook without handlers of events", async () => {
    const manifest = await manifestOf(defineHook({ name: "h", beforeTool: nothing, onEvent: {} }));
    expect(manifest).not.toHaveProperty("events");
    expect(manifest.points).toEqual(["beforeTool"]);
  });
});

describe("at the start", () => {
  it.each([
    [{ "turn.ends": nothing }, 'unknown key "turn.ends" in onEvent (did you mean "turn.end"?)'],
    [{ other: nothing }, 'unknown key "other" in onEvent'],
    [{ prompt: "log" }, "onEvent.prompt: expected a function, got string"],
    [[nothing], "onEvent: expected a function, or handlers by kind of event, got array"],
    ["log", "onEvent: expected a function, or handlers by kind of event, got string"],
  ])("a mistake is reported: %j", async (onEvent, problem) => {
    expect(await problemsOf(onEvent)).toContain(problem);
  });

  it("a handler of a kind that only PicoClaw sends is not a mistake", async () => {
    expect(await problemsOf({ "gateway.ready": nothing, "llm.retry": nothing })).toBe("");
  });
});
