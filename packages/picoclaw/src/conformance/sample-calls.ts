import { HOOK_MODES, type HookMode, POINTS, type PointName } from "@agent-hook/sdk/internal/picoclaw";

/** The tool of every call. No host and no hook has a tool with this name. */
export const PROBE_TOOL = "agent_hook_probe";

/** The PicoClaw versions whose calls were recorded. */
export const VERSIONS = ["v0.2.6", "v0.2.7", "v0.2.8", "v0.2.9", "2026-06-13"] as const;
export type Version = (typeof VERSIONS)[number];

export type CallMethod = (typeof POINTS)[PointName]["method"];
/** The calls that a hook answers, with the mode in hello that enables each. */
export const MODE_OF = Object.fromEntries(Object.values(POINTS).map(({ method, mode }) => [method, mode])) as Readonly<
  Record<CallMethod, HookMode>
>;
export const CALLS = Object.keys(MODE_OF) as CallMethod[];
export const ALL_MODES: readonly HookMode[] = HOOK_MODES;

/** A text with secrets, so that hooks that redact secrets change it and show how they make changes. */
const TEMPTING = "Mail jane@example.com, key AKIAIOSFODNN7EXAMPLE, card 4111 1111 1111 1111, ångström 漢 𝄞";

/**
 * Returns the params of a call as a version sends them. Without a version, returns what all versions have in common.
 */
export function sampleParams(method: CallMethod, text: string = TEMPTING, version?: Version): object {
  const v026 = version === "v0.2.6";
  const start = version === undefined || v026 ? {} : { context };
  const end = v026 ? { channel: "cli", chat_id: "direct" } : {};
  return { meta: meta(method), ...start, ...bodies[method](text, version), ...end };
}

const STEP = {
  "hook.before_llm": "turn.llm.request",
  "hook.after_llm": "turn.llm.response",
  "hook.before_tool": "turn.tool.before",
  "hook.approve_tool": "turn.tool.approve",
  "hook.after_tool": "turn.tool.after",
} as const;

function meta(method: CallMethod): object {
  return { ...PLACE, Iteration: 1, TracePath: STEP[method], Source: "runTurn" };
}

const PLACE = { AgentID: "main", TurnID: "main-turn-1", ParentTurnID: "", SessionKey: "agent:main:main" };

export const context = {
  inbound: { channel: "cli", chat_id: "direct", chat_type: "direct", sender_id: "cron" },
  route: {
    AgentID: "main",
    Channel: "cli",
    AccountID: "default",
    SessionPolicy: { Dimensions: ["chat"], IdentityLinks: null },
    MatchedBy: "default",
  },
  scope: {
    version: 1,
    agent_id: "main",
    channel: "cli",
    account: "default",
    dimensions: ["chat"],
    values: { chat: "direct:direct" },
  },
};

const bodies: Readonly<Record<CallMethod, (text: string, version: Version | undefined) => object>> = {
  "hook.before_llm": (text, version) => ({
    model: "fake",
    messages: messages(text, version),
    tools: [hostTool],
    options: { max_tokens: 1000, temperature: 0.7, prompt_cache_key: "main" },
  }),
  "hook.after_llm": (text) => ({ model: "fake", response: { content: text, ...reply } }),
  "hook.before_tool": (text) => ({ tool: PROBE_TOOL, arguments: { text } }),
  "hook.approve_tool": (text) => ({ tool: PROBE_TOOL, arguments: { text } }),
  "hook.after_tool": (text) => ({
    tool: PROBE_TOOL,
    arguments: { text },
    result: { for_llm: text, silent: false, is_error: false, async: false },
    duration: 62_630,
  }),
};

/** Returns a reply whose tool calls contain only ids, as every version sends it. */
export function idOnlyReply(): object {
  const params = sampleParams("hook.after_llm") as { response: object };
  const response = {
    ...params.response,
    tool_calls: [{ id: "call_1" }, { id: "call_2" }],
    finish_reason: "tool_calls",
  };
  return { ...params, response };
}

const reply = {
  finish_reason: "stop",
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  reasoning: "",
  reasoning_details: null,
};

const hostTool = {
  type: "function",
  function: {
    name: PROBE_TOOL,
    description: "Checks hooks; it is never run",
    parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  },
};

/** Each message has an unknown field, like one that a newer host would send to today's hooks. */
function messages(text: string, version: Version | undefined): object[] {
  const cached = { type: "text", text: "You are an agent.", cache_control: { type: "ephemeral" } };
  const named = version === "v0.2.9" || version === "2026-06-13";
  const explained = named || version === "v0.2.8";
  return [
    { role: "system", content: "You are an agent.", system_parts: [cached], x_probe: 1 },
    { role: "user", content: "Please check.", x_probe: 2 },
    {
      role: "assistant",
      content: "",
      ...(named ? { model_name: "fake" } : {}),
      tool_calls: [
        {
          id: "call_0",
          type: "function",
          function: { name: PROBE_TOOL, arguments: '{"text":"a"}' },
          ...(explained ? { extra_content: { tool_feedback_explanation: "go" } } : {}),
        },
      ],
      x_probe: 3,
    },
    { role: "tool", content: "checked", tool_call_id: "call_0", x_probe: 4 },
    { role: "user", content: text, x_probe: 5 },
  ];
}
