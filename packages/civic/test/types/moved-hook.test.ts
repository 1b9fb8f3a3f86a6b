import * as real from "@civic/hook-common";
import { describe, expect, expectTypeOf, it } from "vitest";
import type {
  CallToolErrorHookResult,
  CallToolRequestHookResult,
  CallToolRequestWithContext,
  CallToolResponseHookResult,
  CallToolResult,
  HookChainError,
  ListToolsRequestWithContext,
  ListToolsResponseHookResult,
  ListToolsResult,
  RequestExtra,
} from "../../src/index.js";
import * as ours from "../../src/index.js";

class Moved extends ours.AbstractHook {
  get name(): string {
    return "moved";
  }

  override async processCallToolRequest(
    request: CallToolRequestWithContext,
    requestExtra: RequestExtra,
  ): Promise<CallToolRequestHookResult> {
    const passed = await super.processCallToolRequest(request, requestExtra);
    expectTypeOf(passed.resultType).toEqualTypeOf<"continue" | "respond" | "continueAsync">();
    const { path } = request.params.arguments ?? {};
    if (path === "/etc") return { resultType: "respond", response: { content: [{ type: "text", text: "no" }] } };
    return {
      resultType: "continue",
      request: {
        ...request,
        params: { ...request.params, arguments: { ...request.params.arguments, injected: requestExtra.sessionId } },
        requestContext: { headers: { authorization: "Bearer x" } },
      },
    };
  }

  override async processCallToolResult(response: CallToolResult): Promise<CallToolResponseHookResult> {
    const content = response.content.map((block) =>
      block.type === "text" ? { ...block, text: block.text.toUpperCase() } : block,
    );
    return { resultType: "continue", response: { ...response, content } };
  }

  override async processCallToolError(error: HookChainError): Promise<CallToolErrorHookResult> {
    if (error.code === -32601) return { resultType: "continue" };
    const mine: HookChainError = { code: -32001, message: `changed: ${error.message}` };
    throw mine;
  }

  override async processListToolsResult(
    response: ListToolsResult,
    _request: ListToolsRequestWithContext,
  ): Promise<ListToolsResponseHookResult> {
    const tools = response.tools.map((tool) => ({ ...tool, description: tool.description?.trim() }));
    return { resultType: "continue", response: { ...response, tools } };
  }
}

/** Written like Civic's own hooks: each method ends with its base method. Compiles with either package. */
class OurLog extends ours.AbstractHook {
  readonly name = "log";

  override async processCallToolRequest(
    request: ours.CallToolRequestWithContext,
    requestExtra: ours.RequestExtra,
  ): Promise<ours.CallToolRequestHookResult> {
    return super.processCallToolRequest(request, requestExtra);
  }

  override async processCallToolResult(
    response: ours.CallToolResult,
    request: ours.CallToolRequestWithContext,
    requestExtra: ours.RequestExtra,
  ): Promise<ours.CallToolResponseHookResult> {
    const passed = await super.processCallToolResult(response, request, requestExtra);
    return passed;
  }

  override async processOtherRequest(
    request: ours.Request,
    requestExtra: ours.RequestExtra,
  ): Promise<ours.RequestHookResult> {
    return super.processOtherRequest(request, requestExtra);
  }

  override processCallToolError(
    error: ours.HookChainError,
    request: ours.CallToolRequestWithContext,
    requestExtra: ours.RequestExtra,
  ): Promise<ours.CallToolErrorHookResult> {
    return super.processCallToolError(error, request, requestExtra);
  }
}

class RealLog extends real.AbstractHook {
  readonly name = "log";

  override async processCallToolRequest(
    request: real.CallToolRequestWithContext,
    requestExtra: real.RequestExtra,
  ): Promise<real.CallToolRequestHookResult> {
    return super.processCallToolRequest(request, requestExtra);
  }
}

describe("the types match those of @civic/hook-common 0.9.0", () => {
  it("a class written for them compiles and is a hook", () => {
    expectTypeOf<Moved>().toExtend<ours.Hook>();
    expect(new Moved().name).toBe("moved");
  });

  it("a class whose methods end with super compiles with either package", async () => {
    const request = { method: "tools/call" as const, params: { name: "echo", arguments: {} } };
    for (const hook of [new OurLog(), new RealLog()]) {
      const target = () => ({ content: [{ type: "text" as const, text: "ran" }] });
      expect(await ours.runChain([hook], request, target)).toEqual(target());
    }
    type Passed = Awaited<ReturnType<real.AbstractHook["processCallToolRequest"]>>;
    expectTypeOf<ours.CallToolRequestHookResult["resultType"]>().toEqualTypeOf<Passed["resultType"]>();
  });

  it("a class of Civic's own SDK is accepted as a hook", () => {
    expectTypeOf<real.AbstractHook>().toExtend<ours.Hook>();
    expectTypeOf<real.Hook>().toExtend<ours.Hook>();
  });

  it("Civic's results, requests and errors are assignable to the types of this package, and vice versa", () => {
    expectTypeOf<real.CallToolRequestHookResult>().toExtend<ours.CallToolRequestHookResult>();
    expectTypeOf<ours.CallToolRequestHookResult>().toExtend<real.CallToolRequestHookResult>();
    expectTypeOf<real.InitializeRequestHookResult>().toExtend<ours.InitializeRequestHookResult>();
    expectTypeOf<ours.InitializeRequestHookResult>().toExtend<real.InitializeRequestHookResult>();
    expectTypeOf<real.ListToolsResponseHookResult>().toExtend<ours.ListToolsResponseHookResult>();
    expectTypeOf<ours.ListToolsResponseHookResult>().toExtend<real.ListToolsResponseHookResult>();
    expectTypeOf<real.RequestExtra>().toExtend<ours.RequestExtra>();
    expectTypeOf<ours.RequestExtra>().toExtend<real.RequestExtra>();
    expectTypeOf<real.HookChainError>().toEqualTypeOf<ours.HookChainError>();
  });

  it("a method is found by its parameters", () => {
    expectTypeOf<ours.MethodsWithRequestType<CallToolRequestWithContext>>().toEqualTypeOf<"processCallToolRequest">();
  });

  it("a hook with a wrong answer does not compile", () => {
    class Wrong extends ours.AbstractHook {
      readonly name = "wrong";
      // @ts-expect-error a request cannot continue with a response
      override async processCallToolRequest() {
        return { resultType: "continue" as const, response: { content: [] } };
      }
    }
    expect(new Wrong().name).toBe("wrong");
  });
});
