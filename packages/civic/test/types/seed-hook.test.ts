import { expect, expectTypeOf, test } from "vitest";
import {
  AbstractHook,
  type CallToolErrorHookResult,
  type CallToolRequest,
  type CallToolResult,
  createLocalHookClient,
  type Hook,
  type HookChainError,
  type InitializeTransportErrorHookResult,
  InitializeTransportErrorHookResultSchema,
  type ListToolsTransportErrorHookResult,
  ListToolsTransportErrorHookResultSchema,
  type RequestExtra,
  runChain,
  type ToolCallRequestHookResult,
  ToolCallRequestHookResultSchema,
  type ToolCallResponseHookResult,
  ToolCallResponseHookResultSchema,
  type ToolCallTransportErrorHookResult,
  ToolCallTransportErrorHookResultSchema,
  type TransportError,
  TransportErrorSchema,
} from "../../src/index.js";

/** The hooks from the README of @civic/hook-common, with the same names. */
class ValidationHook extends AbstractHook {
  get name(): string {
    return "validation-hook";
  }

  override async processCallToolRequest(request: CallToolRequest): Promise<ToolCallRequestHookResult> {
    if (request.params.name === "dangerous-tool") {
      return { resultType: "abort", reason: "This tool is not allowed", body: null };
    }
    return { resultType: "continue", request };
  }

  override async processCallToolResult(
    response: CallToolResult,
    _originalCallToolRequest: CallToolRequest,
  ): Promise<ToolCallResponseHookResult> {
    return { resultType: "continue", response: response };
  }
}

class ErrorHandlingHook extends AbstractHook {
  get name(): string {
    return "error-handling-hook";
  }

  override async processCallToolError(
    error: HookChainError,
    originalRequest: CallToolRequest,
    requestExtra: RequestExtra,
  ): Promise<CallToolErrorHookResult> {
    if (error.code === -32601) return { resultType: "continue" };
    const text = `Recovered from error in ${originalRequest.params.name}: ${typeof requestExtra.requestId}`;
    return { resultType: "respond", response: { content: [{ type: "text", text }] } };
  }
}

const call = (name: string) => ({ method: "tools/call" as const, params: { name, arguments: { a: 1 } } });
const target = () => ({ content: [{ type: "text" as const, text: "ran" }] });

test("the README's hooks run: abort denies with its reason, and an error method recovers", async () => {
  expect(await runChain([new ValidationHook()], call("echo"), target)).toEqual(target());
  await expect(runChain([new ValidationHook()], call("dangerous-tool"), target)).rejects.toMatchObject({
    message: "This tool is not allowed",
  });
  const both = [new ErrorHandlingHook(), new ValidationHook()];
  expect(await runChain(both, call("dangerous-tool"), target)).toMatchObject({
    content: [{ text: "Recovered from error in dangerous-tool: string" }],
  });
});

test("the README's schemas accept the README's answers", () => {
  const abort = { resultType: "abort", reason: "no", body: { a: 1 } };
  expect(ToolCallRequestHookResultSchema.parse(abort)).toEqual(abort);
  expect(ToolCallResponseHookResultSchema.parse(abort)).toEqual(abort);
  const request = { resultType: "continue", request: call("echo") };
  expect(ToolCallRequestHookResultSchema.parse(request)).toEqual(request);
  expect(ToolCallResponseHookResultSchema.safeParse(request).success).toBe(false);
  expect(TransportErrorSchema.parse({ code: 1, message: "m" })).toEqual({ code: 1, message: "m" });
  for (const schema of [
    ToolCallTransportErrorHookResultSchema,
    ListToolsTransportErrorHookResultSchema,
    InitializeTransportErrorHookResultSchema,
  ]) {
    expect(schema.parse({ resultType: "continue" })).toEqual({ resultType: "continue" });
    expect(schema.safeParse({ resultType: "respond" }).success).toBe(false);
  }
});

test("the README's types have the README's fields", () => {
  expectTypeOf<TransportError>().toEqualTypeOf<HookChainError>();
  type Answers =
    | ToolCallTransportErrorHookResult
    | ListToolsTransportErrorHookResult
    | InitializeTransportErrorHookResult;
  expectTypeOf<Answers["resultType"]>().toEqualTypeOf<"continue" | "respond">();
});

test("a local client has all methods: those of the hook, and pass-through ones", async () => {
  class Partial implements Hook {
    readonly name = "partial";
    readonly answer = "mine";
    async processCallToolRequest() {
      return { resultType: "respond" as const, response: { content: [{ type: "text" as const, text: this.answer }] } };
    }
  }
  const client = createLocalHookClient(new Partial());
  expect(client.name).toBe("partial");
  expect(await client.processCallToolRequest(call("echo"), { requestId: 1 })).toMatchObject({
    response: { content: [{ text: "mine" }] },
  });
  expect(await client.processListToolsRequest({ method: "tools/list" }, { requestId: 1 })).toEqual({
    resultType: "continue",
    request: { method: "tools/list" },
  });
  expect(await runChain([client], call("echo"), target)).toMatchObject({ content: [{ text: "mine" }] });
});
