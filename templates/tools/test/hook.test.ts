import type { ToolContext } from "@agent-hook/sdk";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { hook } from "../src/hook.js";
import { pause } from "../src/tools/pause.js";

/** Returns the result that the agent gets from the hook. */
async function call(tool: string, args: Record<string, unknown>) {
  const answer = await createTestHost(hook).beforeTool({ tool, arguments: args });
  if (answer.outcome !== "answered") throw new Error(`${tool} was not answered: ${answer.outcome}`);
  return answer.result;
}

test("the model is offered each tool", async () => {
  const outcome = await createTestHost(hook, { version: "v0.2.7" }).beforeLlm();
  if (outcome.outcome !== "continue") throw new Error("the request was refused");
  const names = outcome.request.tools?.map((tool) => tool.function.name);
  expect(names).toEqual(["days_between", "show_chart", "pause"]);
});

describe("days_between", () => {
  test.each([
    ["2026-01-31", "2026-03-01", "29 days"],
    ["2024-01-31", "2024-03-01", "30 days"],
    ["2026-03-01", "2026-01-31", "-29 days"],
    ["2026-03-28", "2026-03-30", "2 days"],
  ])("from %s to %s there are %s", async (from, to, text) => {
    expect(await call("days_between", { from, to })).toMatchObject({ for_llm: text, is_error: false });
  });

  test("a nonexistent day is an error that the model can correct", async () => {
    const result = await call("days_between", { from: "2026-02-30", to: "2026-03-01" });
    expect(result).toMatchObject({ for_llm: expect.stringContaining("from"), is_error: true });
  });
});

describe("show_chart", () => {
  test("shows the user bars and tells the model only that there is a chart", async () => {
    const bars = [
      { label: "tea", value: 3 },
      { label: "coffee", value: 6 },
      { label: "milk", value: 0 },
    ];
    const result = await call("show_chart", { title: "Drinks", bars });
    expect(result.for_llm).toBe('The user sees the chart "Drinks".');
    expect(result.for_user?.split("\n")).toEqual([
      "Drinks",
      `tea    ${"█".repeat(15)} 3`,
      `coffee ${"█".repeat(30)} 6`,
      "milk    0",
    ]);
  });

  test("draws bars that are all zero", async () => {
    const result = await call("show_chart", { title: "Nothing", bars: [{ label: "a", value: 0 }] });
    expect(result.for_user).toBe("Nothing\na  0");
  });

  test("a negative value is an error that the model can correct", async () => {
    const result = await call("show_chart", { title: "Debts", bars: [{ label: "a", value: -1 }] });
    expect(result).toMatchObject({ for_llm: expect.stringContaining("bars[0].value"), is_error: true });
  });
});

describe("pause", () => {
  test("returns when the time is over", async () => {
    expect(await call("pause", { seconds: 0 })).toMatchObject({ for_llm: "0 seconds have passed.", is_error: false });
  });

  test("is aborted at the deadline, and the model gets a timeout", async () => {
    const host = createTestHost(hook, { time: "manual" });
    const running = host.beforeTool({ tool: "pause", arguments: { seconds: 4 } });
    await host.advance(4500);
    expect(await running).toMatchObject({ outcome: "answered", result: { is_error: true } });
  });

  test("leaves no timer behind when it is aborted", async () => {
    const context = { signal: AbortSignal.abort() } as ToolContext<never>;
    await expect(pause.run({ seconds: 4 }, context)).rejects.toThrow("aborted");
  });
});
