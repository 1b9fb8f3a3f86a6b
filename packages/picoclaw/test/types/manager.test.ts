import type { BeforeLlmParams, JsonObject, LlmResponse, ToolResult } from "@agent-hook/picoclaw/protocol";
import type { Hook } from "@agent-hook/sdk";
import { describe, expectTypeOf, test } from "vitest";
import type {
  AfterLlmOutcome,
  AfterToolOutcome,
  ApproveToolOutcome,
  BeforeLlmOutcome,
  BeforeToolOutcome,
  Execute,
  HookManager,
  HookManagerOptions,
  HookStatus,
  HooksConfig,
  MountOptions,
  OnAsk,
  Question,
  Report,
  Reported,
  ToolRound,
  TraceEntry,
  UserDecision,
} from "../../src/index.js";

describe("an outcome is narrowed by its `outcome`", () => {
  test("of beforeLlm", () => {
    const read = (outcome: BeforeLlmOutcome) => {
      // @ts-expect-error an aborted turn has no request
      outcome.request;
      if (outcome.outcome === "aborted") {
        expectTypeOf(outcome.scope).toEqualTypeOf<"turn" | "agent">();
        return outcome.reason;
      }
      expectTypeOf(outcome.outcome).toEqualTypeOf<"continue">();
      expectTypeOf(outcome.request).toEqualTypeOf<BeforeLlmParams>();
      expectTypeOf(outcome.changedBy).toEqualTypeOf<readonly string[]>();
      // @ts-expect-error a request that continues has no reason
      return outcome.reason;
    };
    expectTypeOf(read).toBeFunction();
  });

  test("of afterLlm", () => {
    expectTypeOf<Extract<AfterLlmOutcome, { outcome: "continue" }>["response"]>().toEqualTypeOf<LlmResponse>();
    expectTypeOf<AfterLlmOutcome["outcome"]>().toEqualTypeOf<"continue" | "aborted">();
  });

  test("of beforeTool, in every case", () => {
    const read = (outcome: BeforeToolOutcome) => {
      switch (outcome.outcome) {
        case "continue":
          expectTypeOf(outcome.tool).toEqualTypeOf<string>();
          expectTypeOf(outcome.arguments).toEqualTypeOf<JsonObject>();
          // @ts-expect-error a call that continues has no text for the model
          return outcome.text;
        case "answered":
          expectTypeOf(outcome.result).toEqualTypeOf<ToolResult>();
          return outcome.by;
        case "denied":
          expectTypeOf(outcome.text).toEqualTypeOf<string>();
          return outcome.reason;
        case "aborted":
          return outcome.scope;
        default:
          expectTypeOf(outcome).toEqualTypeOf<never>();
          return outcome;
      }
    };
    expectTypeOf(read).toBeFunction();
  });

  test("of approveTool and afterTool", () => {
    expectTypeOf<ApproveToolOutcome["outcome"]>().toEqualTypeOf<"approved" | "denied">();
    expectTypeOf<AfterToolOutcome["outcome"]>().toEqualTypeOf<"continue" | "aborted">();
    // @ts-expect-error an approval has no reason
    expectTypeOf<Extract<ApproveToolOutcome, { outcome: "approved" }>["reason"]>().toBeString();
  });

  test("of runTool, which always has a text", () => {
    expectTypeOf<ToolRound["text"]>().toEqualTypeOf<string>();
    expectTypeOf<ToolRound["outcome"]>().toEqualTypeOf<"ran" | "answered" | "denied" | "aborted">();
    expectTypeOf<Extract<ToolRound, { outcome: "ran" }>["error"]>().toEqualTypeOf<unknown>();
  });

  test("of every method, which adds the reports", () => {
    expectTypeOf<HookManager["beforeTool"]>().returns.resolves.toEqualTypeOf<Reported<BeforeToolOutcome>>();
    expectTypeOf<HookManager["runTool"]>().returns.resolves.toEqualTypeOf<Reported<ToolRound>>();
    expectTypeOf<Reported<ApproveToolOutcome>["reports"]>().toEqualTypeOf<readonly Report[]>();
    expectTypeOf<HookManager["emit"]>().returns.toEqualTypeOf<void>();
    expectTypeOf<HookManager["trace"]>().returns.toEqualTypeOf<
      AsyncIterableIterator<TraceEntry, undefined, undefined>
    >();
    expectTypeOf<HookManager["status"]>().returns.toEqualTypeOf<readonly HookStatus[]>();
  });

  test("and is read-only", () => {
    const change = (outcome: Reported<BeforeToolOutcome>) => {
      // @ts-expect-error an outcome is read-only
      outcome.outcome = "continue";
      // @ts-expect-error so are its reports
      outcome.reports.push();
    };
    expectTypeOf(change).toBeFunction();
  });
});

describe("a manager accepts", () => {
  test("PicoClaw's config and our own fields", () => {
    const config: HooksConfig = {
      enabled: true,
      defaults: { approval_timeout_ms: 10_000 },
      builtins: { audit: { enabled: false, priority: 1, config: {} } },
      processes: {
        guard: {
          enabled: true,
          transport: "stdio",
          command: ["node", "guard.js"],
          observe: ["*"],
          intercept: ["approve_tool", ""],
          onFailure: "block",
          restart: { attempts: 3 },
          required: false,
        },
      },
    };
    expectTypeOf(config).toExtend<HooksConfig>();
    expectTypeOf<{ restart: false }>().toExtend<NonNullable<HooksConfig["processes"]>[string]>();
  });

  test("no other fields", () => {
    const wrong: HooksConfig[] = [
      // @ts-expect-error a misspelt field
      { procesess: {} },
      // @ts-expect-error a point of the SDK
      { processes: { guard: { intercept: ["beforeTool"] } } },
      // @ts-expect-error a command is a list
      { processes: { guard: { command: "node guard.js" } } },
      // @ts-expect-error another transport
      { processes: { guard: { transport: "http" } } },
      // @ts-expect-error another policy
      { processes: { guard: { onFailure: "deny" } } },
      // @ts-expect-error a restart is not a number
      { processes: { guard: { restart: 3 } } },
    ];
    expectTypeOf(wrong).toBeArray();
    // @ts-expect-error a version is text
    const options: HookManagerOptions = { version: 2 };
    expectTypeOf(options).toBeObject();
  });

  test("any hook that uses the SDK to mount", () => {
    expectTypeOf<Hook>().toExtend<Parameters<HookManager["mount"]>[0]>();
    // @ts-expect-error a hook has a name
    expectTypeOf<{ onFailure: "block" }>().toExtend<Parameters<HookManager["mount"]>[0]>();
    expectTypeOf<{ priority: 1; env: { LIMIT: string }; tellVersion: false }>().toExtend<MountOptions>();
    // @ts-expect-error a priority is a number
    expectTypeOf<{ priority: "1" }>().toExtend<MountOptions>();
  });
});

describe("execute", () => {
  test("returns a text, a result, or a promise of one", () => {
    expectTypeOf<() => string>().toExtend<Execute>();
    expectTypeOf<() => Promise<string>>().toExtend<Execute>();
    expectTypeOf<() => ToolResult>().toExtend<Execute>();
    expectTypeOf<() => Promise<ToolResult>>().toExtend<Execute>();
    expectTypeOf<() => never>().toExtend<Execute>();
    expectTypeOf<Parameters<Execute>[0]>().toEqualTypeOf<{ readonly tool: string; readonly arguments: JsonObject }>();
  });

  test("returns nothing else", () => {
    // @ts-expect-error nothing
    expectTypeOf<() => void>().toExtend<Execute>();
    // @ts-expect-error a number
    expectTypeOf<() => number>().toExtend<Execute>();
    // @ts-expect-error a promise of nothing
    expectTypeOf<() => Promise<undefined>>().toExtend<Execute>();
    // @ts-expect-error a text that is a number
    expectTypeOf<() => { for_llm: number }>().toExtend<Execute>();
  });
});

describe("onAsk", () => {
  test("gets a question and returns a boolean, directly or in a promise", () => {
    expectTypeOf<() => boolean>().toExtend<OnAsk>();
    expectTypeOf<() => Promise<boolean>>().toExtend<OnAsk>();
    expectTypeOf<(question: Question) => { approved: boolean; reason: string }>().toExtend<OnAsk>();
    expectTypeOf<{ approved: true }>().toExtend<UserDecision>();
    expectTypeOf<Question["reason"]>().toEqualTypeOf<string>();
    expectTypeOf<HookManagerOptions["onAsk"]>().toEqualTypeOf<OnAsk | undefined>();
  });

  test("returns nothing else", () => {
    // @ts-expect-error `undefined` is not an answer
    expectTypeOf<() => void>().toExtend<OnAsk>();
    // @ts-expect-error a text is not an answer
    expectTypeOf<() => "yes">().toExtend<OnAsk>();
    // @ts-expect-error a reason without a decision is not an answer
    expectTypeOf<() => { reason: string }>().toExtend<OnAsk>();
  });
});
