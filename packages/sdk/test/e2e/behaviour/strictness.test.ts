import { describe, expect, test } from "vitest";
import { spawnReady } from "../../spawn-hook.js";
import {
  afterLlm,
  afterTool,
  beforeLlm,
  beforeTool,
  goesOn,
  isFailure,
  points,
  policies,
  scripted,
} from "../../wire-calls.js";

const slips = [
  ["before_llm", "a misspelt field", "mesages"],
  ["before_llm", "the whole call spread", "gracefulTerminal"],
  ["before_llm", "a misspelt field of a message", "contnt"],
  ["before_llm", "the wire's field of a message", "tool_call_id"],
  ["before_llm", "a misspelt field of a tool", "paramters"],
  ["before_llm", "a misspelt field of a call", "nme"],
  ["after_llm", "a misspelt field", "contnt"],
  ["after_llm", "a misspelt field of a call", "argumnts"],
  ["before_tool", "a misspelt field", "argumnts"],
  ["before_tool", "a misspelt field of an answer", "forUsr"],
  ["after_tool", "a misspelt field", "reslt"],
  ["after_tool", "a misspelt field of the result", "forLLM"],
] as const;
const slipping = {
  before_llm: (slip: string) => beforeLlm({ options: { slip } }),
  after_llm: (slip: string) => afterLlm({ content: slip }),
  before_tool: (slip: string) => beforeTool("web_fetch", { slip }),
  after_tool: (slip: string) => afterTool("web_fetch", { slip }),
};

const no = { action: "deny", reason: "x" };
const abort = { action: "abortTurn", reason: "x" };
const decisions = {
  before_llm: [{ action: "modify", patch: { model: "x" } }, no, abort],
  after_llm: [{ action: "modify", patch: { content: "x" } }, no, abort],
  before_tool: [{ action: "modify", patch: { tool: "x" } }, no, abort],
  after_tool: [{ action: "modify", patch: { result: "x" } }, no, abort],
  approve_tool: [{ action: "approve" }, no],
};
const mine = (point: keyof typeof decisions) => decisions[point].map((decision) => JSON.stringify(decision));
const everyDecision = new Set([...points.flatMap(mine), '{"action":"respond","result":{"forLlm":"x"}}']);
const nonsense = [
  12,
  true,
  false,
  "deny",
  [],
  {},
  { decision: "deny" },
  { action: "denny", reason: "x" },
  { action: "deny_tool", reason: "x" },
  { action: 12 },
  { action: "abortTurn", reason: 12 },
  { action: "modify" },
  { action: "modify", patch: null },
  { action: "modify", patch: [] },
  { action: "modify", patch: { model: 12 } },
  { action: "modify", patch: { messages: {} } },
  { action: "modify", patch: { messages: [12] } },
  { action: "modify", patch: { messages: [{ role: "user" }] } },
  { action: "modify", patch: { tools: [{}] } },
  { action: "modify", patch: { content: 12 } },
  { action: "modify", patch: { arguments: [] } },
  { action: "modify", patch: { result: 12 } },
  { action: "modify", patch: { result: { isError: "yes" } } },
  { action: "respond" },
  { action: "respond", result: { forLlm: 12 } },
];

describe.each(policies)("checks that types cannot make, under %s", (POLICY) => {
  test(`an unknown key in a decision is a failure whose text names it (${POLICY})`, async () => {
    const hook = await spawnReady("slips.mjs", { env: { POLICY } });
    for (const [point, slip, key] of slips) {
      const before = hook.stderr().length;
      const result = await hook.call(`hook.${point}`, slipping[point](slip));
      expect(result, `${slip} at ${point}`).toSatisfy((answer) => isFailure(answer, point, POLICY));
      await hook.until(() => (hook.stderr().slice(before).includes(key) ? true : undefined), `stderr names ${key}`);
    }
  });

  test(`an invalid decision is a failure at every point (${POLICY})`, async () => {
    const hook = await spawnReady("puppet.mjs", { env: { POLICY } });
    for (const point of points) {
      for (const decision of nonsense) {
        const result = await hook.call(`hook.${point}`, scripted[point]({ return: decision }));
        const what = `${JSON.stringify(decision)} at ${point}`;
        expect(result, what).toSatisfy((answer) => isFailure(answer, point, POLICY));
      }
    }
  });

  test(`a decision of another point is a failure (${POLICY})`, async () => {
    const hook = await spawnReady("puppet.mjs", { env: { POLICY } });
    for (const point of points) {
      for (const decision of everyDecision) {
        const result = await hook.call(`hook.${point}`, scripted[point]({ return: JSON.parse(decision) }));
        const failed = isFailure(result, point, POLICY);
        if (!mine(point).includes(decision)) expect(failed, `${decision} at ${point}`).toBe(true);
        else expect(goesOn(result), `${decision} at ${point}`).toBe(false);
      }
    }
  });
});

test("an empty reason gets a default text at every point", async () => {
  const hook = await spawnReady("puppet.mjs", { env: { POLICY: "block" } });
  for (const point of points) {
    const action = point === "before_tool" || point === "approve_tool" ? "deny" : "hardAbort";
    const result = await hook.call(`hook.${point}`, scripted[point]({ return: { action, reason: "" } }));
    expect(result.reason, point).toMatch(/./);
    expect(result.action ?? result.approved).toBe(
      { before_tool: "deny_tool", approve_tool: false }[point as string] ?? "hard_abort",
    );
  }
});
