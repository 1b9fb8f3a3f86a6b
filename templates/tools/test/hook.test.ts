import type { ToolContext } from "@agent-hook/sdk";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { hook } from "../src/hook.ts";
import { pause } from "../src/tools/pause.ts";

/** Returns what the model gets from the hook's own tool. */
async function call(tool: string, args: Record<string, unknown>) {
  const outcome = await createTestHost(hook).tool({ tool, arguments: args });
  expect(outcome.decision).toBe("respond");
  return outcome;
}

// v0.2.7 is the last PicoClaw that accepts tools from a hook. Later versions get them from MCP servers.
test.each([{ host: "mcp" }, { host: "picoclaw", version: "v0.2.7" }] as const)(
  "the model is offered each tool under $host",
  async (choice) => {
    expect(await createTestHost(hook, choice).offeredTools()).toEqual(["days_between", "show_chart", "pause"]);
  },
);

test("leaves the agent's own tools unchanged", async () => {
  const outcome = await createTestHost(hook).read("notes.txt", "tea");
  expect(outcome).toMatchObject({ decision: "none", ran: true, result: "tea", failures: [] });
});

describe("days_between", () => {
  test.each([
    ["2026-01-31", "2026-03-01", "29 days"],
    ["2024-01-31", "2024-03-01", "30 days"],
    ["2026-03-01", "2026-01-31", "-29 days"],
    ["2026-03-28", "2026-03-30", "2 days"],
  ])("from %s to %s there are %s", async (from, to, text) => {
    expect(await call("days_between", { from, to })).toMatchObject({ result: text, isError: false });
  });

  test("a nonexistent day is an error that the model can correct", async () => {
    const outcome = await call("days_between", { from: "2026-02-30", to: "2026-03-01" });
    expect(outcome).toMatchObject({ result: expect.stringContaining("from"), isError: true });
  });
});

describe("show_chart", () => {
  test("shows the user bars and tells the model only that there is a chart", async () => {
    const bars = [
      { label: "tea", value: 3 },
      { label: "coffee", value: 6 },
      { label: "milk", value: 0 },
    ];
    const outcome = await call("show_chart", { title: "Drinks", bars });
    expect(outcome.result).toBe('The user sees the chart "Drinks".');
    expect(outcome.forUser?.split("\n")).toEqual([
      "Drinks",
      `tea    ${"█".repeat(15)} 3`,
      `coffee ${"█".repeat(30)} 6`,
      "milk    0",
    ]);
  });

  test("draws bars that are all zero", async () => {
    const outcome = await call("show_chart", { title: "Nothing", bars: [{ label: "a", value: 0 }] });
    expect(outcome.forUser).toBe("Nothing\na  0");
  });

  test("a negative value is an error that the model can correct", async () => {
    const outcome = await call("show_chart", { title: "Debts", bars: [{ label: "a", value: -1 }] });
    expect(outcome).toMatchObject({ result: expect.stringContaining("bars[0].value"), isError: true });
  });
});

describe("pause", () => {
  test("returns when the time is over", async () => {
    expect(await call("pause", { seconds: 0 })).toMatchObject({ result: "0 seconds have passed.", isError: false });
  });

  test("is aborted at the deadline, and the model gets a timeout", async () => {
    const host = createTestHost(hook, { time: "manual" });
    const running = host.tool({ tool: "pause", arguments: { seconds: 4 } });
    await host.advance(4500);
    expect(await running).toMatchObject({ decision: "respond", isError: true });
  });

  test("leaves no timer behind when it is aborted", async () => {
    const context = { signal: AbortSignal.abort() } as ToolContext<never>;
    await expect(pause.run({ seconds: 4 }, context)).rejects.toThrow("aborted");
  });
});
