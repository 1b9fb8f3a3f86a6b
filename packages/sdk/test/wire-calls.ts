import type { Fields, Result } from "./spawn-hook.js";

const meta = {
  AgentID: "main",
  TurnID: "main-turn-1",
  ParentTurnID: "",
  SessionKey: "sk_1",
  Iteration: 1,
  Source: "runTurn",
};
const context = { inbound: { channel: "cli", chat_id: "direct", sender_id: "cron" }, route: { AgentID: "main" } };
const origin = { meta, context };

/** The params of each call, as PicoClaw v0.2.9 sends them, with fields that no SDK defines. */
export const beforeLlm = (fields: Fields = {}) => ({
  ...origin,
  model: "fake",
  messages: [
    { role: "system", content: "be brief", system_parts: [{ type: "text", text: "be brief", x_part: 1 }] },
    { role: "user", content: "hello", x_message: { deep: [1, null] } },
  ],
  tools: [hostTool("exec")],
  options: { max_tokens: 1000, temperature: 0.7, x_option: true },
  x_request: "kept",
  ...fields,
});

export const afterLlm = (response: Fields = {}) => ({
  ...origin,
  model: "fake",
  response: { content: "hi", finish_reason: "stop", reasoning: "", reasoning_details: null, x_reply: [1], ...response },
  x_params: "kept",
});

export const beforeTool = (tool: string, args: unknown = {}) => ({ ...origin, tool, arguments: args, x_call: "kept" });

export const approveTool = (tool: string, args: unknown = {}) => beforeTool(tool, args);

export const afterTool = (tool: string, args: unknown = {}, result: Fields = {}) => ({
  ...beforeTool(tool, args),
  result: { for_llm: "done", silent: false, is_error: false, async: false, x_result: "kept", ...result },
  duration: 53_050,
});

export const hostTool = (name: string) => ({
  type: "function",
  function: {
    name,
    description: `runs ${name}`,
    parameters: { type: "object", properties: {}, x_schema: 1 },
    x_function: 1,
  },
  x_tool: "kept",
});

/** The params of each call that make `hooks/puppet.mjs` follow a script. Tools are not added to a final turn. */
export const scripted = {
  before_llm: (script: unknown) => beforeLlm({ options: { script }, graceful_terminal: true }),
  after_llm: (script: unknown) => afterLlm({ content: JSON.stringify(script) }),
  before_tool: (script: unknown) => beforeTool("exec", { script }),
  after_tool: (script: unknown) => afterTool("exec", { script }),
  approve_tool: (script: unknown) => approveTool("exec", { script }),
};

type WirePoint = keyof typeof scripted;

/** The answer of a failing `block` hook at each point. */
const denials = {
  before_llm: { action: "abort_turn" },
  after_llm: { action: "abort_turn" },
  before_tool: { action: "deny_tool" },
  after_tool: { action: "abort_turn" },
  approve_tool: { approved: false },
} as const;

export const points = Object.keys(denials) as WirePoint[];

export type Policy = "continue" | "block";
export const policies: readonly Policy[] = ["continue", "block"];

/** Returns whether the host goes on as without the hook. */
export const goesOn = (result: Result | undefined) =>
  result !== undefined &&
  ["continue", "", undefined].includes(result.action) &&
  !("approved" in result || "request" in result || "response" in result || "call" in result || "result" in result);

/** Returns whether this is the answer of a failing hook at the point, under the policy. */
export function isFailure(result: Result | undefined, point: WirePoint, policy: Policy): boolean {
  if (policy === "continue" && point !== "approve_tool") return goesOn(result);
  const denial: Result = denials[point];
  return result?.action === denial.action && result?.approved === denial.approved && Boolean(result?.reason);
}
