import type { Fields } from "../answer-faults.js";
import { notApplicable } from "../finding.js";
import type { HookSession } from "../hook-session.js";
import type { Rule } from "../rule.js";
import { type CallMethod, sampleParams, VERSIONS } from "../sample-calls.js";

const WHY = "With this version the host skips the hook at each call, and denies every tool if the hook approves.";
const LATER = "calls have a context, with the channel in context.inbound";

const NEWS: Readonly<Record<(typeof VERSIONS)[number], string>> = {
  "v0.2.6": "calls have channel and chat_id next to meta",
  "v0.2.7": LATER,
  "v0.2.8": `${LATER}; tool calls of the history can have extra_content`,
  "v0.2.9": `${LATER}; messages can have model_name`,
  "2026-06-13": `the same as v0.2.9`,
};

export const dialects: readonly Rule[] = [
  {
    id: "dialects/last-turn",
    sentence: "A hook.before_llm with `graceful_terminal` and without tools is answered.",
    source: "PicoClaw v0.2.6 to v0.2.9 (code): the host asks for a final reply and sends no tools",
    why: "The host skips the hook at the last model call of the turn.",
    async check(session) {
      if (!(await session.answered()).includes("hook.before_llm"))
        throw notApplicable("hook.before_llm is not answered");
      const { tools: _, ...params } = sampleParams("hook.before_llm") as Fields;
      await session.mustAnswer(await session.shared(), "hook.before_llm", { ...params, graceful_terminal: true });
    },
  },
  {
    id: "dialects/left-out",
    sentence: "A call without its optional fields (arguments, tools, options, context, usage) is answered.",
    source: "PicoClaw v0.2.6 to v0.2.9 (code): the host leaves out empty fields; a tool without arguments has none",
    why: "The host skips the hook at such a call: a tool without arguments runs without a decision.",
    async check(session) {
      for (const method of await session.answered())
        await session.mustAnswer(await session.shared(), method, BARE[method]);
    },
  },
  ...VERSIONS.map((version) => ({
    id: `dialects/${version}`,
    sentence: `Each call is answered as ${version} sends it: ${NEWS[version]}.`,
    source: `PicoClaw ${version} (run), from recordings`,
    why: WHY,
    check: async (session: HookSession) => {
      for (const method of await session.answered()) {
        await session.mustAnswer(await session.shared(), method, sampleParams(method, undefined, version));
      }
    },
  })),
];

const meta = { AgentID: "main", TurnID: "main-turn-1", ParentTurnID: "", SessionKey: "sk_1", Iteration: 1 };
const call = { meta, tool: "agent_hook_probe" };

const BARE: Readonly<Record<CallMethod, object>> = {
  "hook.before_llm": { meta, model: "fake", messages: [{ role: "user", content: "a" }] },
  "hook.after_llm": { meta, model: "fake", response: { content: "a", finish_reason: "stop" } },
  "hook.before_tool": call,
  "hook.approve_tool": call,
  "hook.after_tool": { ...call, result: { for_llm: "a", silent: false, is_error: false, async: false }, duration: 1 },
};
