import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import type { DockerAgentAnswer, DockerAgentEvent, DockerAgentToolEvent } from "../../src/hosts/docker-agent/native.js";
import {
  type AmbientEventKind,
  type ApprovalRequest,
  type Approve,
  type Ask,
  abortTurn,
  approve,
  type BeforeToolDecision,
  type Context,
  commandOf,
  compose,
  type Deny,
  defineHook,
  defineTool,
  deny,
  type EnvOf,
  type EventHandlers,
  type EventKind,
  type EventOf,
  type Handler,
  type Hook,
  type HookEvent,
  hardAbort,
  type LlmCall,
  type LlmReply,
  type Modify,
  modify,
  type NamedEventKind,
  pathsOf,
  type RequestedCall,
  reject,
  respond,
  type Schema,
  type Tool,
  type ToolCall,
  ToolError,
  type ToolKind,
  type ToolOutcome,
  type ToolResult,
} from "../../src/index.js";

describe("a hook without annotations", () => {
  it("has handlers as arrows, methods, async ones and ones that return nothing", () => {
    const hook = defineHook({
      name: "all",
      version: "1.0.0",
      respondsTo: ["web_fetch"],
      onFailure: "block",
      deadlines: { interceptMs: 1000, approveMs: 2000 },
      beforeLlm(call, context) {
        expectTypeOf(call).toEqualTypeOf<LlmCall>();
        expectTypeOf(context).toEqualTypeOf<Context<{}>>();
        if (call.gracefulTerminal) return abortTurn("enough");
        return modify({ model: "small", options: { ...call.options, temperature: 0 } });
      },
      afterLlm: async (reply) => {
        expectTypeOf(reply).toEqualTypeOf<LlmReply>();
        if (reply.content === "") return hardAbort("nothing to say");
        return modify({ content: reply.content.trim() });
      },
      beforeTool: (call) => {
        expectTypeOf(call).toEqualTypeOf<ToolCall>();
        if (call.tool === "web_fetch") return respond("no network");
        if (call.tool === "exec") return deny("no shell");
        return;
      },
      async afterTool(outcome) {
        expectTypeOf(outcome).toEqualTypeOf<ToolOutcome>();
        await Promise.resolve();
        return outcome.result.isError ? undefined : modify({ result: { forUser: "done" } });
      },
      approveTool: (call) => (call.tool === "exec" ? reject("no shell for this agent") : approve()),
      setup: ({ log }) => log.info("started"),
      teardown: async ({ signal }) => signal.aborted,
    });
    expectTypeOf(hook).toEqualTypeOf<Hook<{}>>();
  });

  it("may decide by the kind of tool, and the compiler knows when all are listed", () => {
    const hook = defineHook({
      name: "by kind",
      approveTool(call) {
        expectTypeOf(call.kind).toEqualTypeOf<ToolKind>();
        switch (call.kind) {
          case "read":
          case "search":
          case "plugin":
            return approve();
          case "write":
          case "edit":
          case "shell":
          case "fetch":
          case "mcp":
          case "other":
            return reject(`no ${call.kind}`);
        }
      },
    });
    expectTypeOf(hook).toEqualTypeOf<Hook<{}>>();
  });

  it("may observe without a decision", () => {
    const seen: unknown[] = [];
    defineHook({
      name: "observer",
      beforeLlm: () => {},
      afterLlm: async () => {},
      beforeTool: (call) => void seen.push(call),
      afterTool: async () => undefined,
      onEvent: (event) => seen.push(event),
    });
  });

  it("may decide with promise chains, ternaries and constants", () => {
    const wait = Promise.resolve(true);
    const quiet = modify({ result: { silent: true } });
    defineHook({
      name: "chains",
      beforeLlm: (call) => (call.model === "big" ? modify({ model: "small" }) : undefined),
      beforeTool: () => wait.then((fine) => (fine ? undefined : deny("no"))),
      afterTool: () => quiet,
      approveTool: () => wait.then((fine) => (fine ? approve() : reject("no"))),
    });
  });

  it("may keep its rules in an array, a record or a wrapper", () => {
    const rules = [
      (call: ToolCall) => (call.tool === "exec" ? deny("no shell") : undefined),
      (call: ToolCall) =>
        call.tool === "cat" ? modify({ arguments: { ...call.arguments, path: "/tmp" } }) : undefined,
    ];
    const byTool: Readonly<Record<string, Handler<ToolCall, BeforeToolDecision>>> = { exec: () => deny("no shell") };
    const counted =
      (rule: Handler<ToolCall, BeforeToolDecision>): Handler<ToolCall, BeforeToolDecision> =>
      async (call, context) => {
        const decision = await rule(call, context);
        if (decision?.action === "deny") context.log.warn(decision.reason);
        return decision ?? undefined;
      };
    defineHook({
      name: "rules",
      beforeTool: counted((call, context) => {
        for (const rule of rules) {
          const decision = rule(call);
          if (decision) return decision;
        }
        return byTool[call.tool]?.(call, context);
      }),
    });
  });
});

describe("a handler in its own variable", () => {
  const noShell = (call: ToolCall) => (call.tool === "exec" ? deny("no shell") : undefined);
  function later(call: ToolCall) {
    return call.tool === "exec" ? Promise.resolve(deny("no shell")) : undefined;
  }
  async function rule({ tool }: ToolCall, { env }: Context<{ BANNED: string }>) {
    return tool === env.BANNED ? reject(`${tool} is banned`) : approve();
  }

  it("needs no return type", () => {
    defineHook({ name: "named", beforeTool: noShell });
    defineHook({ name: "later", beforeTool: later });
  });

  it("has the settings that it reads", () => {
    const hook = defineHook({ name: "named", env: z.object({ BANNED: z.string() }), approveTool: rule });
    expectTypeOf(hook).toEqualTypeOf<Hook<{ BANNED: string }>>();
  });

  it("may accept less than the point gives, but not require more", () => {
    const anyTool = ({ tool }: { readonly tool: string }) => (tool === "exec" ? deny("no shell") : undefined);
    defineHook({ name: "less", beforeTool: anyTool });
    expectTypeOf(anyTool).toExtend<Hook["beforeTool"]>();
    expectTypeOf<(call: ToolOutcome) => undefined>().not.toExtend<Hook["beforeTool"]>();
    expectTypeOf(rule).toExtend<Hook<{ BANNED: string }>["approveTool"]>();
    expectTypeOf(rule).not.toExtend<Hook<{}>["approveTool"]>();
  });
});

describe("the settings of a hook", () => {
  const env = z.object({ KEY: z.string(), LIMIT: z.coerce.number().default(3) });
  type Env = { KEY: string; LIMIT: number };

  it("are typed in every handler when env comes before them", () => {
    const hook = defineHook({
      name: "first",
      env,
      beforeLlm: (_call, context) => void expectTypeOf(context.env).toEqualTypeOf<Env>(),
      approveTool: (_call, context) => (context.env.LIMIT > 2 ? approve() : reject(context.env.KEY)),
      onEvent: (_event, context) => expectTypeOf(context.env).toEqualTypeOf<Env>(),
      setup: (context) => expectTypeOf(context.env).toEqualTypeOf<Env>(),
    });
    expectTypeOf(hook).toEqualTypeOf<Hook<Env>>();
  });

  it("are typed in every handler when env comes after them", () => {
    const hook = defineHook({
      name: "last",
      beforeTool(_call, context) {
        expectTypeOf(context.env).toEqualTypeOf<Env>();
        return deny(context.env.KEY);
      },
      teardown: (context) => expectTypeOf(context.env.LIMIT).toEqualTypeOf<number>(),
      env,
    });
    expectTypeOf(hook).toEqualTypeOf<Hook<Env>>();
  });

  it("may come from zod/mini, or from any Standard Schema", () => {
    const own: Schema<{ TOKEN: string }> = {
      "~standard": { version: 1, vendor: "mine", validate: (value) => ({ value: value as { TOKEN: string } }) },
    };
    expectTypeOf(defineHook({ name: "mini", env: mini.object({ KEY: mini.string() }) })).toEqualTypeOf<
      Hook<{ KEY: string }>
    >();
    expectTypeOf(defineHook({ name: "own", env: own })).toEqualTypeOf<Hook<{ TOKEN: string }>>();
  });
});

describe("a modify", () => {
  it("gets its point from where it is returned", () => {
    defineHook({
      name: "points",
      beforeLlm: () => modify({}),
      afterLlm: async () => modify({}),
      beforeTool: (call) => (call.ownTool ? modify({}) : undefined),
      afterTool: () => Promise.resolve(modify({})),
    });
  });

  it("gets its point from its fields in a constant or a helper", () => {
    expectTypeOf(modify({ model: "x" })).toEqualTypeOf<Modify<"beforeLlm">>();
    expectTypeOf(modify({ content: "x", reasoning: "y" })).toEqualTypeOf<Modify<"afterLlm">>();
    expectTypeOf(modify({ tool: "x", arguments: {} })).toEqualTypeOf<Modify<"beforeTool">>();
    expectTypeOf(modify({ result: "x" })).toEqualTypeOf<Modify<"afterTool">>();
    const cheaper = (call: LlmCall) => modify({ model: `${call.model}-mini` });
    defineHook({ name: "helper", beforeLlm: cheaper });
  });

  it("accepts a spread message, a new message, and a tool next to the host's", () => {
    defineHook({
      name: "messages",
      beforeLlm: (call) =>
        modify({
          messages: [
            ...call.messages.map((message) => ({ ...message, content: message.content.trim() })),
            { role: "user", content: "Answer in one line.", media: ["media://abc123"] },
          ],
          tools: [...call.tools.filter((tool) => tool.name !== "exec"), { name: "t", parameters: { type: "object" } }],
        }),
    });
  });

  it("accepts only complete tool calls", () => {
    const isWhole = (call: RequestedCall): call is Required<RequestedCall> => "name" in call && "arguments" in call;
    defineHook({ name: "whole", afterLlm: (reply) => modify({ toolCalls: reply.toolCalls.filter(isWhole) }) });
  });

  it("accepts text or any part of a result", () => {
    const shorter = modify({ result: "done" });
    defineHook({ name: "text", afterTool: () => shorter });
    defineHook({ name: "part", afterTool: () => modify({ result: { artifactTags: ["[file:/tmp/a]"] } }) });
  });
});

describe("a tool", () => {
  it("gets the parsed type of its input, and the model writes the raw one", () => {
    const tool = defineTool({
      name: "get_weather",
      description: "Current weather for a city",
      input: z.object({ city: z.string(), days: z.coerce.number().default(1), on: z.string().transform(Date.parse) }),
      run: async ({ city, days, on }, { signal, log, env }) => {
        expectTypeOf(city).toEqualTypeOf<string>();
        expectTypeOf(days).toEqualTypeOf<number>();
        expectTypeOf(on).toEqualTypeOf<number>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        expectTypeOf(env).toEqualTypeOf<{}>();
        log.debug(city, { days });
        return `${city}: sunny, 15 °C`;
      },
    });
    expectTypeOf(tool).toEqualTypeOf<Tool<{ city: string; days: number; on: number }>>();
  });

  it("returns text or a whole result, at once or later, and may throw a ToolError", () => {
    const input = mini.object({ text: mini.string() });
    defineTool({ name: "a", description: "", input, run: ({ text }) => text });
    defineTool({ name: "b", description: "", input, run: async ({ text }) => ({ forLlm: text, isError: true }) });
    defineTool({
      name: "c",
      description: "",
      input,
      async run({ text }): Promise<string | ToolResult> {
        if (text === "") throw new ToolError("Give me a text.");
        return text === "show" ? { forLlm: "shown", media: ["media://abc123"], responseHandled: true } : text;
      },
    });
  });

  it("returns the raw type of its output", () => {
    const output = z.object({ degrees: z.number(), at: z.date().transform((date) => date.toISOString()) });
    defineTool({
      name: "t",
      description: "",
      input: z.object({}),
      output,
      run: () => ({ degrees: 15, at: new Date(0) }),
    });
  });

  it("has its own settings and its own approve", () => {
    const tool = defineTool({
      name: "t",
      description: "",
      input: z.object({ path: z.string() }),
      env: z.object({ ROOT: z.string() }),
      approve: ({ path }, { env }) => (path.startsWith(env.ROOT) ? approve() : reject(`only below ${env.ROOT}`)),
      run: ({ path }, { env }) => `${env.ROOT}/${path}`,
    });
    expectTypeOf(tool).toEqualTypeOf<Tool<{ path: string }>>();
  });

  it("with any arguments is accepted in a hook with any settings", () => {
    const input = z.discriminatedUnion("unit", [
      z.object({ unit: z.literal("c") }),
      z.object({ unit: z.literal("f") }),
    ]);
    const tool = defineTool({ name: "t", description: "", input, run: ({ unit }) => unit });
    const tools: Tool[] = [tool, defineTool({ name: "u", description: "", input: z.looseObject({}), run: () => "" })];
    defineHook({ name: "tools", env: z.object({ KEY: z.string() }), tools: [tool, ...tools] });
  });
});

describe("a host's own event", () => {
  it("takes answers of different shapes, of a constant and of an async handler", () => {
    const closed = { decision: "block", reason: "closed" } as const;
    const hook = defineHook({
      name: "h",
      env: z.object({ BANNED: z.string() }),
      native: {
        codex: {
          UserPromptSubmit: ({ prompt }, { env }) =>
            prompt.includes(env.BANNED)
              ? { decision: "block", reason: "no" }
              : { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "Be brief." } },
        },
        "claude-code": { UserPromptSubmit: async () => closed, SessionEnd: () => {} },
        gemini: { BeforeAgent: ({ prompt }) => (prompt === "" ? { decision: "deny", reason: "empty" } : undefined) },
      },
    });
    expectTypeOf(hook).toEqualTypeOf<Hook<{ BANNED: string }>>();
  });
});

describe("Hook and compose", () => {
  const a = defineHook({ name: "a", env: z.object({ A: z.string() }), beforeTool: (_c, { env }) => deny(env.A) });
  const b = defineHook({ name: "b", env: z.object({ B: z.number() }), onEvent: (_e, { env }) => env.B });
  const plain = defineHook({ name: "plain" });

  it("Hook as the type of a parameter or a list takes every hook", () => {
    const nameOf = (hook: Hook) => hook.name;
    const hooks: Hook[] = [a, b, plain];
    expect(hooks.map(nameOf)).toEqual(["a", "b", "plain"]);
  });

  it("compose needs the settings of every member", () => {
    expectTypeOf(compose(a, b)).toEqualTypeOf<Hook<{ A: string } & { B: number }>>();
    expectTypeOf(compose({ name: "house", version: "2" }, a, plain)).toEqualTypeOf<Hook<{ A: string } & {}>>();
    expectTypeOf(compose(compose(a), b)).toEqualTypeOf<Hook<{ A: string } & { B: number }>>();
    expectTypeOf<EnvOf<typeof a>>().toEqualTypeOf<{ A: string }>();
  });

  it("fifty hooks compose without a depth error", () => {
    const ten = [a, b, a, b, a, b, a, b, a, b] as const;
    const all = compose(...ten, ...ten, ...ten, ...ten, ...ten);
    expectTypeOf(all).toEqualTypeOf<Hook<{ A: string } & { B: number }>>();
  });

  it("a hook is a plain value: a test can call its handlers", async () => {
    const guard = defineHook({ name: "g", approveTool: ({ tool }) => (tool === "exec" ? reject("no") : approve()) });
    const call: ApprovalRequest = { tool: "exec", kind: "shell", arguments: {}, origin: {}, raw: {} };
    const verdict = await guard.approveTool?.(call, {} as Context);
    expectTypeOf(verdict).toEqualTypeOf<Approve | Ask | Deny | undefined>();
    expect(verdict).toEqual({ action: "deny", reason: "no" });
  });
});

describe("onEvent", () => {
  it("knows the payload by the kind", () => {
    defineHook({
      name: "events",
      onEvent(event) {
        expectTypeOf(event.kind).toEqualTypeOf<EventKind | AmbientEventKind | "other">();
        expectTypeOf(event.sessionId).toEqualTypeOf<string | undefined>();
        switch (event.kind) {
          case "tool.end":
            expectTypeOf(event.payload.tool).toEqualTypeOf<string | undefined>();
            expectTypeOf(event.payload.durationMs).toEqualTypeOf<number | undefined>();
            return event.payload.isError;
          case "prompt":
            return expectTypeOf(event.payload.prompt).toEqualTypeOf<string | undefined>();
          case "llm.delta":
            return expectTypeOf(event.payload.anything).toEqualTypeOf<unknown>();
          case "other":
            return expectTypeOf(event.hostKind).toEqualTypeOf<string>();
          case "gateway.ready":
          case "mcp.tool.call.end":
          case "channel.message.outbound_sent":
            return expectTypeOf(event.payload).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        }
        return event.raw;
      },
    });
  });
});

describe("handlers by kind of event", () => {
  it("know the event of their kind and the settings", () => {
    defineHook({
      name: "events",
      env: z.object({ FILE: z.string() }),
      onEvent: {
        prompt(event, { env }) {
          expectTypeOf(event).toEqualTypeOf<EventOf<"prompt">>();
          expectTypeOf(event.payload.prompt).toEqualTypeOf<string | undefined>();
          expectTypeOf(event.hostKind).toEqualTypeOf<string>();
          expectTypeOf(env).toEqualTypeOf<{ FILE: string }>();
        },
        "tool.end": async ({ payload }) => expectTypeOf(payload.durationMs).toEqualTypeOf<number | undefined>(),
        "gateway.ready": ({ payload }) => expectTypeOf(payload).toEqualTypeOf<Readonly<Record<string, unknown>>>(),
      },
    });
  });

  it("can be one function for several kinds", () => {
    const write = (event: HookEvent) => event.hostKind;
    defineHook({ name: "events", onEvent: { prompt: write, "turn.end": write, "gateway.ready": write } });
  });

  it("have only kinds that exist", () => {
    // @ts-expect-error: a host's own name
    defineHook({ name: "events", onEvent: { UserPromptSubmit: () => {} } });
    // @ts-expect-error: not a kind that a hook can name
    defineHook({ name: "events", onEvent: { other: () => {} } });
    // @ts-expect-error: a field of another kind
    defineHook({ name: "events", onEvent: { prompt: ({ payload }) => payload.durationMs } });
  });

  it("name every kind", () => {
    expectTypeOf<keyof EventHandlers>().toEqualTypeOf<Exclude<HookEvent["kind"], "other">>();
    expectTypeOf<NamedEventKind>().toEqualTypeOf<keyof EventHandlers>();
  });
});

describe("handlers of docker-agent's events", () => {
  it("get typed inputs, and settings in the context, and return docker-agent's answers", () => {
    defineHook({
      name: "native",
      env: z.object({ BANNED: z.string() }),
      native: {
        "docker-agent": {
          user_prompt_submit({ prompt, session_id }, { env, host }) {
            expectTypeOf(prompt).toEqualTypeOf<string | undefined>();
            expectTypeOf(session_id).toEqualTypeOf<string>();
            expectTypeOf(env).toEqualTypeOf<{ BANNED: string }>();
            expectTypeOf(host.name).toEqualTypeOf<string>();
            if (prompt?.includes(env.BANNED)) return { decision: "block", reason: "not here" };
          },
          pre_tool_use: async (input) => {
            expectTypeOf(input).toEqualTypeOf<DockerAgentToolEvent>();
            return {
              hook_specific_output: { permission_decision: "ask", permission_decision_reason: input.tool_name },
            };
          },
          turn_end: (input) => {
            expectTypeOf(input).toEqualTypeOf<DockerAgentEvent>();
            expectTypeOf(input.reason).toEqualTypeOf<unknown>();
          },
          before_llm_call: ({ messages = [] }) => ({
            hook_specific_output: {
              updated_messages: messages.map((one) => ({ ...one, content: one.content.trim() })),
            },
          }),
        },
      },
    });
    const answer: DockerAgentAnswer = { system_message: "careful" };
    expect(answer.decision).toBeUndefined();
  });

  it("are kept in a composition", () => {
    const one = defineHook({ name: "one", native: { "docker-agent": { stop: () => undefined } } });
    expectTypeOf(compose(one, defineHook({ name: "two" }))).toEqualTypeOf<Hook<{}>>();
  });
});

describe("fields that only some hosts have", () => {
  it("are optional: a tool's duration, and whether its result is complete", () => {
    defineHook({
      name: "looks",
      afterTool(outcome) {
        expectTypeOf(outcome.durationMs).toEqualTypeOf<number | undefined>();
        expectTypeOf(outcome.partial).toEqualTypeOf<boolean | undefined>();
      },
    });
  });
});

describe("commandOf and pathsOf", () => {
  it("accept the call of every point that has a tool", () => {
    defineHook({
      name: "by text",
      beforeTool: (call) => (commandOf(call) === "" ? undefined : deny(pathsOf(call).join())),
      afterTool: (outcome) => void pathsOf(outcome),
      approveTool(call) {
        expectTypeOf(commandOf(call)).toEqualTypeOf<string>();
        expectTypeOf(pathsOf(call)).toEqualTypeOf<readonly string[]>();
        return approve();
      },
    });
  });
});
