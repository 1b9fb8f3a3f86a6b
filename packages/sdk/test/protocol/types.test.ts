import { expectTypeOf, it } from "vitest";
import type {
  Action,
  AfterLlmParams,
  AfterLlmResult,
  AfterToolParams,
  AfterToolResult,
  ApproveToolParams,
  ApproveToolResult,
  BeforeLlmParams,
  BeforeLlmResult,
  BeforeToolParams,
  BeforeToolResult,
  EventKind,
  EventParams,
  EventPayloads,
  HelloParams,
  HelloResult,
  JsonObject,
  LlmResponse,
  Message,
  MethodName,
  methods,
  RuntimeEventParams,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from "../../src/protocol/index.js";

type Optional<T> = T | null | undefined;

it("the types of params distinguish required, optional and nullable fields", () => {
  expectTypeOf<HelloParams["version"]>().toEqualTypeOf<number>();
  expectTypeOf<HelloParams["modes"]>().toEqualTypeOf<Optional<string[]>>();
  expectTypeOf<BeforeLlmParams["model"]>().toEqualTypeOf<string>();
  expectTypeOf<BeforeLlmParams["messages"]>().toEqualTypeOf<Optional<Message[]>>();
  expectTypeOf<BeforeLlmParams["tools"]>().toEqualTypeOf<Optional<ToolDefinition[]>>();
  expectTypeOf<BeforeLlmParams["options"]>().toEqualTypeOf<Optional<JsonObject>>();
  expectTypeOf<AfterLlmParams["model"]>().toEqualTypeOf<Optional<string>>();
  expectTypeOf<AfterLlmParams["response"]>().toEqualTypeOf<LlmResponse>();
  expectTypeOf<LlmResponse["tool_calls"]>().toEqualTypeOf<Optional<ToolCall[]>>();
  expectTypeOf<BeforeToolParams["tool"]>().toEqualTypeOf<string>();
  expectTypeOf<BeforeToolParams["arguments"]>().toEqualTypeOf<Optional<JsonObject>>();
  expectTypeOf<AfterToolParams["result"]>().toEqualTypeOf<ToolResult>();
  expectTypeOf<ApproveToolParams["tool"]>().toEqualTypeOf<string>();
  expectTypeOf<EventParams["Kind"]>().toEqualTypeOf<string | number>();
  expectTypeOf<RuntimeEventParams["kind"]>().toEqualTypeOf<string>();
});

it("the types of results allow only the actions of their method", () => {
  type Everywhere = "" | "continue" | "modify" | "abort_turn" | "hard_abort";
  expectTypeOf<BeforeLlmResult["action"]>().toEqualTypeOf<Optional<Everywhere>>();
  expectTypeOf<AfterLlmResult["action"]>().toEqualTypeOf<Optional<Everywhere>>();
  expectTypeOf<AfterToolResult["action"]>().toEqualTypeOf<Optional<Everywhere>>();
  expectTypeOf<BeforeToolResult["action"]>().toEqualTypeOf<Optional<Everywhere | "respond" | "deny_tool">>();
  expectTypeOf<BeforeToolResult["action"]>().toEqualTypeOf<Optional<Action>>();
  expectTypeOf<ApproveToolResult["approved"]>().toEqualTypeOf<boolean>();
  expectTypeOf<HelloResult["ok"]>().toEqualTypeOf<Optional<boolean>>();
});

it("an answer must be nested as on the wire, and a misspelt action does not compile", () => {
  expectTypeOf({ action: "modify", response: { response: { content: "hi" } } } as const).toExtend<AfterLlmResult>();
  expectTypeOf({ action: "modify", result: { result: { for_llm: "hi" } } } as const).toExtend<AfterToolResult>();
  expectTypeOf({ action: "deny" } as const).not.toExtend<BeforeToolResult>();
  expectTypeOf({ action: "respond", result: { for_llm: 12 } } as const).not.toExtend<BeforeToolResult>();
});

it("a method's literal name gives its name, kind and params", () => {
  expectTypeOf<MethodName>().toEqualTypeOf<
    | `hook.${"before" | "after"}_${"llm" | "tool"}`
    | "hook.hello"
    | "hook.approve_tool"
    | "hook.event"
    | "hook.runtime_event"
  >();
  expectTypeOf<(typeof methods)["hook.before_llm"]["method"]>().toEqualTypeOf<"hook.before_llm">();
  expectTypeOf<(typeof methods)["hook.event"]["kind"]>().toEqualTypeOf<"notification">();
  expectTypeOf<(typeof methods)["hook.event"]>().not.toHaveProperty("result");
});

it("every kind of event has a payload type", () => {
  expectTypeOf<keyof EventPayloads>().toEqualTypeOf<EventKind>();
  expectTypeOf<EventPayloads["tool_exec_end"]["IsError"]>().toEqualTypeOf<boolean>();
});
