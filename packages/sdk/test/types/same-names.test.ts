import type * as wire from "@agent-hook/sdk/internal/picoclaw";
import type { RuntimeEventKind } from "@agent-hook/sdk/internal/picoclaw";
import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import { requestedCall } from "../../src/codec/requested-call.js";
import { defineHook } from "../../src/hook/define-hook.js";
import { RAW } from "../../src/hook/raw.js";
import { capabilities } from "../../src/hosts/picoclaw/capabilities.js";
import { message, toolSpec } from "../../src/hosts/picoclaw/messages.js";
import { decodeToolResult, encodeToolResult, overlayToolResult } from "../../src/hosts/picoclaw/tool-result.js";
import type {
  AmbientEventKind,
  Attachment,
  Deadlines,
  Decisions,
  EventKind,
  EventPayloads,
  Hook,
  HookDefinition,
  LlmReplyPatch,
  LlmRequestPatch,
  Message,
  ModifyPoint,
  Patches,
  Point,
  RequestedCall,
  SystemPart,
  Tool,
  ToolCallPatch,
  ToolDefinition,
  ToolResult,
  ToolResultPatch,
  ToolSpec,
} from "../../src/index.js";
import { decisionRules, resultRules } from "../../src/runtime/decision-rules.js";
import { checkDefinition } from "../../src/runtime/definition-rules.js";
import { pointsOf } from "../../src/runtime/points.js";
import { type Fields, fieldOf, fieldsOfRule, inner, MESSAGE, shapeOf } from "./fields-of.js";

const attachment: Fields<Attachment> = {
  type: "optional",
  ref: "optional",
  url: "optional",
  filename: "optional",
  contentType: "optional",
};
const systemPart: Fields<SystemPart> = { type: "required", text: "required", cacheControl: "optional" };
const requested: Fields<RequestedCall> = { id: "required", name: "optional", arguments: "optional" };
const wholeCall: Fields<Required<RequestedCall>> = { id: "required", name: "required", arguments: "required" };
const spec: Fields<ToolSpec> = { name: "required", description: "optional", parameters: "optional" };
const toolResult: Fields<Omit<ToolResult, "structured" | "content">> = {
  forLlm: "required",
  forUser: "optional",
  silent: "optional",
  isError: "optional",
  media: "optional",
  artifactTags: "optional",
  responseHandled: "optional",
};
/** With the fields that only results of a hook's own tools have. */
const ownResult: Fields<ToolResult> = { ...toolResult, structured: "optional", content: "optional" };
const patches: { readonly [P in ModifyPoint]: Fields<Patches[P]> } = {
  beforeLlm: {
    model: "optional",
    messages: "optional",
    tools: "optional",
    options: "optional",
  } satisfies Fields<LlmRequestPatch>,
  afterLlm: { content: "optional", reasoning: "optional", toolCalls: "optional" } satisfies Fields<LlmReplyPatch>,
  beforeTool: { tool: "optional", arguments: "optional" } satisfies Fields<ToolCallPatch>,
  afterTool: { result: "optional" } satisfies Fields<ToolResultPatch>,
};
/** The actions of each point, and their fields in addition to `action`. */
const decisions: { readonly [P in keyof Decisions]: { readonly [A in Decisions[P]["action"]]: readonly string[] } } = {
  onPrompt: { addContext: ["text", "rule"], deny: ["reason", "rule"] },
  beforeLlm: {
    modify: ["patch", "rule"],
    deny: ["reason", "rule"],
    abortTurn: ["reason", "rule"],
    hardAbort: ["reason", "rule"],
  },
  afterLlm: {
    modify: ["patch", "rule"],
    deny: ["reason", "rule"],
    abortTurn: ["reason", "rule"],
    hardAbort: ["reason", "rule"],
  },
  beforeTool: {
    modify: ["patch", "otherwise", "rule"],
    respond: ["result", "rule"],
    deny: ["reason", "rule"],
    abortTurn: ["reason", "rule"],
    hardAbort: ["reason", "rule"],
  },
  afterTool: {
    modify: ["patch", "rule"],
    addContext: ["text", "rule"],
    deny: ["reason", "rule"],
    abortTurn: ["reason", "rule"],
    hardAbort: ["reason", "rule"],
  },
  approveTool: { approve: [], ask: ["reason", "rule"], deny: ["reason", "rule"] },
};

describe("the validation rules have the fields of the interfaces", () => {
  it("every decision", () => {
    const rules = Object.entries(decisionRules).map(([point, byAction]) => [
      point,
      Object.fromEntries(
        Object.entries(byAction).map(([action, rule]) => [
          action,
          Object.keys(shapeOf(rule)).filter((key) => key !== "action"),
        ]),
      ),
    ]);
    expect(Object.fromEntries(rules)).toEqual(decisions);
  });

  it.each(Object.keys(patches) as ModifyPoint[])("the patch of %s", (point) => {
    expect(fieldsOfRule(fieldOf(decisionRules[point].modify, "patch"))).toEqual(patches[point]);
  });

  it("messages with their parts, tools and tool calls", () => {
    const request = fieldOf(decisionRules.beforeLlm.modify, "patch");
    const one = inner(fieldOf(request, "messages"));
    expect(fieldsOfRule(one)).toEqual(MESSAGE);
    expect(fieldsOfRule(inner(fieldOf(one, "attachments")))).toEqual(attachment);
    expect(fieldsOfRule(inner(fieldOf(one, "systemParts")))).toEqual(systemPart);
    expect(fieldsOfRule(inner(fieldOf(one, "toolCalls")))).toEqual(requested);
    expect(fieldsOfRule(inner(fieldOf(request, "tools")))).toEqual(spec);
    const reply = fieldOf(decisionRules.afterLlm.modify, "patch");
    expect(fieldsOfRule(inner(fieldOf(reply, "toolCalls")))).toEqual(wholeCall);
  });

  it("results, complete and partial", () => {
    expectTypeOf<keyof z.infer<typeof resultRules.toolResult>>().toEqualTypeOf<keyof ToolResult>();
    expect(fieldsOfRule(resultRules.toolResult)).toEqual(ownResult);
    expect(fieldOf(decisionRules.beforeTool.respond, "result")).toBe(resultRules.toolResult);
    const part = inner(fieldOf(fieldOf(decisionRules.afterTool.modify, "patch"), "result"));
    expect(fieldsOfRule(part)).toEqual(Object.fromEntries(Object.keys(toolResult).map((name) => [name, "optional"])));
  });
});

describe("PicoClaw's codecs have the fields of the interfaces", () => {
  /** A host object with every possible field, so that a codec's result has all the fields that its table lists. */
  const everything = new Proxy<object>([], {
    get: (list, key) => (key in list || typeof key === "symbol" ? Reflect.get(list, key) : everything),
  }) as Readonly<Record<string, unknown>>;
  const listed = (decoded: object) => Object.keys(decoded).sort();
  const named = (fields: object) => Object.keys(fields).sort();

  it("messages, tools, tool calls and results", () => {
    expect(listed(message.decode(everything))).toEqual(named(MESSAGE));
    expect(listed(toolSpec.decode(everything))).toEqual(named(spec));
    expect(listed(requestedCall.decode(everything))).toEqual(named(requested));
    expect(listed(decodeToolResult(everything))).toEqual(named(toolResult));
  });

  it("attachments and parts of a system message", () => {
    const decoded = message.decode({ attachments: [everything], system_parts: [everything] });
    expect(listed(decoded.attachments?.[0] ?? {})).toEqual(named(attachment));
    expect(listed(decoded.systemParts?.[0] ?? {})).toEqual(named(systemPart));
  });

  it("no field is lost or renamed on the way to the host and back", () => {
    const whole: Required<Message> = {
      role: "assistant",
      content: "a",
      modelName: "b",
      createdAt: "c",
      media: ["d"],
      attachments: [{ type: "e", ref: "f", url: "g", filename: "h", contentType: "i" }],
      reasoning: "j",
      systemParts: [{ type: "k", text: "l", cacheControl: { type: "m" } }],
      toolCalls: [{ id: "n", name: "o", arguments: "p" }],
      toolCallId: "q",
    };
    const tool: Required<ToolSpec> = { name: "a", description: "b", parameters: { type: "object" } };
    const result: Required<Omit<ToolResult, "structured" | "content">> = {
      forLlm: "a",
      forUser: "b",
      silent: true,
      isError: true,
      media: ["c"],
      artifactTags: ["d"],
      responseHandled: true,
    };
    expect(withoutRaw(message.decode(message.encode(whole)))).toEqual(whole);
    expect(withoutRaw(toolSpec.decode(toolSpec.encode(tool)))).toEqual(tool);
    expect(withoutRaw(decodeToolResult(encodeToolResult(result)))).toEqual(result);
    expect(withoutRaw(decodeToolResult(overlayToolResult({}, result)))).toEqual(result);
  });

  function withoutRaw(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutRaw);
    if (typeof value !== "object" || value === null) return value;
    const { [RAW]: _raw, ...rest } = value as Record<PropertyKey, unknown>;
    return Object.fromEntries(Object.entries(rest).map(([key, field]) => [key, withoutRaw(field)]));
  }
});

describe("modify finds its point by the fields", () => {
  it("no field belongs to two points", () => {
    type FieldsOf<P extends ModifyPoint> = P extends unknown ? keyof Patches[P] : never;
    type Shared = { [P in ModifyPoint]: keyof Patches[P] & FieldsOf<Exclude<ModifyPoint, P>> }[ModifyPoint];
    expectTypeOf<Shared>().toBeNever();
    const fields = Object.values(patches).flatMap((patch) => Object.keys(patch));
    expect(fields).toEqual([...new Set(fields)]);
  });
});

describe("definitions", () => {
  const handler = () => {};
  const schema: HookDefinition<unknown>["env"] & {} = {
    "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
  };

  it("every key that compiles is valid at the start", () => {
    const deadlines: Required<Deadlines> = { interceptMs: 1, approveMs: 1 };
    const tool = {
      name: "t",
      description: "d",
      input: schema,
      output: schema,
      content: true,
      env: schema,
      approve: handler,
      run: handler,
    };
    expectTypeOf<keyof typeof tool>().toEqualTypeOf<keyof ToolDefinition<unknown, unknown, unknown>>();
    expectTypeOf<keyof typeof tool>().toEqualTypeOf<keyof Tool>();
    const hook = {
      name: "h",
      version: "1",
      env: schema,
      tools: [tool],
      respondsTo: ["x"],
      onFailure: "block",
      toolFilter: { kinds: ["shell"] },
      deadlines,
      onPrompt: handler,
      beforeLlm: handler,
      afterLlm: handler,
      beforeTool: handler,
      afterTool: handler,
      approveTool: handler,
      onEvent: handler,
      setup: handler,
      teardown: handler,
      native: {},
    };
    expectTypeOf<keyof typeof hook>().toEqualTypeOf<keyof HookDefinition<unknown>>();
    expectTypeOf<keyof typeof hook | "~defineHook">().toEqualTypeOf<keyof Hook>();
    expect(() => checkDefinition(defineHook(hook as never), {})).not.toThrow();
  });
});

describe("points and the host's capabilities", () => {
  const handler = () => undefined as never;
  const everywhere: { readonly [P in Point]: () => never } = {
    onPrompt: handler,
    beforeLlm: handler,
    afterLlm: handler,
    beforeTool: handler,
    afterTool: handler,
    approveTool: handler,
  };
  const points = Object.keys(everywhere).sort() as Point[];
  const named = (object: object) => Object.keys(object).sort();

  it("every table has the same names of points", () => {
    expect(pointsOf(defineHook({ name: "h", ...everywhere })).sort()).toEqual(points);
    expect(named(decisionRules)).toEqual(points);
    expect(named(capabilities.whenDead)).toEqual(points);
    expectTypeOf<ModifyPoint>().toEqualTypeOf<Exclude<Point, "onPrompt" | "approveTool">>();
  });

  it.each(points)("the capability table has every decision of %s, and no other", (point) => {
    const rows = capabilities.decisions.filter((row) => row.point === point).map((row) => row.decision);
    expect([...new Set(rows.map((decision) => decision.split(".")[0]))].sort()).toEqual(named(decisionRules[point]));
    const fields = rows.filter((decision) => decision.startsWith("modify.")).map((decision) => decision.slice(7));
    if (fields.length > 0) expect([...new Set(fields)].sort()).toEqual(named(patches[point as ModifyPoint]));
  });
});

describe("events", () => {
  type Wire = wire.EventPayloads;
  /** Kinds of other hosts. */
  type Elsewhere = "session.start" | "session.end" | "compact.start" | "permission.request" | "notification";
  type Sent = Exclude<EventKind, Elsewhere>;
  /** Kinds that other hosts have too. Their fields are in `event-kinds.test.ts`. */
  type Portable = keyof Renamed | "turn.end" | "llm.request" | "llm.response" | "tool.start" | "tool.end" | "error";
  type Own = Exclude<Sent, Portable>;
  interface Renamed {
    prompt: "turn.start";
    "compact.end": "context.compress";
    "subagent.start": "subturn.spawn";
    "subagent.end": "subturn.end";
  }
  /** The host's kind for ours: `tool.start` is `tool_exec_start` up to v0.2.8, `agent.tool.exec_start` later. */
  type Exec<K> = K extends keyof Renamed ? Renamed[K] : K extends `tool.${infer What}` ? `tool.exec_${What}` : K;
  type Old<K> = K extends `${infer Group}.${infer What}` ? `${Group}_${What}` : K;
  type PayloadOf<K extends Sent> = Wire[Old<Exec<K>> & keyof Wire];

  it("every kind of the host has a name here, and every name has a kind", () => {
    type Agent = { [K in Sent]: `agent.${Exec<K>}` }[Sent];
    expectTypeOf<Agent | AmbientEventKind>().toEqualTypeOf<RuntimeEventKind>();
    expectTypeOf<Old<Exec<Sent>>>().toEqualTypeOf<keyof Wire>();
  });

  it("a typed payload of a kind that only this host sends has only the fields of the host's payload", () => {
    /** Treats `ForLLMLen` and `forLlmLen` as equal. The host's durations are in nanoseconds, ours in milliseconds. */
    type Spelt<K> = K extends string ? Lowercase<K extends "Duration" | "Backoff" ? `${K}Ms` : K> : never;
    type Names<T> = keyof { [K in keyof T as string extends K ? never : Spelt<K>]: true };
    type Unknown = { [K in Own]: Exclude<Names<EventPayloads[K]>, Names<PayloadOf<K>>> }[Own];
    expectTypeOf<Names<PayloadOf<"tool.skipped">>>().toEqualTypeOf<"tool" | "reason">();
    expectTypeOf<Unknown>().toBeNever();
  });
});
