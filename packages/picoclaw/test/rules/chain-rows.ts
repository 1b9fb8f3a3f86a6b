import { CALLS, type CallName, type Json } from "./recorded-calls.js";
import type { Row } from "./row.js";

const CHAINS = CALLS.filter((method) => method !== "hook.approve_tool");
const CARRIER = {
  "hook.before_llm": "request",
  "hook.after_llm": "response",
  "hook.before_tool": "call",
  "hook.after_tool": "result",
} as const;

/** An answer with a change that the next hook can see. */
const rewrite: Readonly<Record<string, (params: Json, text: string) => object>> = {
  "hook.before_llm": (params, model) => ({ action: "modify", request: { ...params, model } }),
  "hook.after_llm": (_, content) => ({ action: "modify", response: { response: { content } } }),
  "hook.before_tool": (_, tool) => ({ action: "modify", call: { tool } }),
  "hook.after_tool": (_, for_llm) => ({ action: "modify", result: { result: { for_llm } } }),
};
const rewritten: Readonly<Record<string, (params: Json, text: string) => object>> = {
  "hook.before_llm": (request, model) => ({ request: { ...request, model } }),
  "hook.after_llm": (_, content) => ({ response: { content } }),
  "hook.before_tool": (_, tool) => ({ tool, arguments: {} }),
  "hook.after_tool": (_, for_llm) => ({ result: { for_llm } }),
};

/** Invalid answers, and the text that reports them. */
const UNSOUND: readonly (readonly [fact: string, answer: unknown, message: string])[] = [
  ["unknown `action`: warning, skipped (run)", { action: "dance" }, "action: expected"],
  ['a result of the wrong shape (`{"decision":"deny"}`) is silently `continue` (run)', { decision: "deny" }, "no"],
  ["an undecodable result: skipped", "deny", "expected object, got string"],
  ["an undecodable result: skipped", ["deny"], "expected object, got array"],
  ["a wrong type inside is an undecodable result: skipped", { action: 1 }, "action: expected"],
  ["a wrong type inside is an undecodable result: skipped", { action: "continue", reason: 1 }, "reason: expected"],
  [
    "`modify` without what it carries is silently `continue`",
    { action: "modify" },
    'it has the action "modify" but no',
  ],
];

export const chainRows: readonly Row[] = CHAINS.flatMap((method): Row[] => [
  {
    fact: "chain order: lower `priority` first, then name; each hook sees the value the one before left (code)",
    docs: "`priority`: the lowest number is called first. Each hook gets the changes of the ones before.",
    method,
    answers: (params) => ({
      zulu: rewrite[method]?.(params, "by zulu"),
      alpha: rewrite[method]?.(params, "by alpha"),
    }),
    outcome: (params) => ({
      outcome: "continue",
      ...rewritten[method]?.(params, "by alpha"),
      changedBy: ["zulu", "alpha"],
    }),
    sees: (params) => ({
      alpha: seen(method, rewritten[method]?.(params, "by zulu")),
      bravo: seen(method, rewritten[method]?.(params, "by alpha")),
    }),
  },
  ...["abort_turn", "hard_abort"].map(
    (action): Row => ({
      fact: `\`${action}\` ends the chain, whatever else the answer carries (code)`,
      method,
      answers: (params) => ({
        zulu: rewrite[method]?.(params, "by zulu"),
        alpha: { ...rewrite[method]?.(params, "by alpha"), action, reason: "enough" },
      }),
      outcome: () => ({
        outcome: "aborted",
        scope: action === "abort_turn" ? "turn" : "agent",
        reason: "enough",
        by: "alpha",
      }),
      asked: ["zulu", "alpha"],
    }),
  ),
  ...[{}, { action: "" }, { action: null }, { action: "continue", reason: "x" }].map(
    (answer): Row => ({
      fact: `actions: \`continue\` (also "" or missing): ${JSON.stringify(answer)}`,
      method,
      answers: () => ({ zulu: answer }),
    }),
  ),
  {
    fact: "`null` for any optional field is accepted (run)",
    method,
    answers: () => ({ zulu: { action: null, reason: null, [CARRIER[method as keyof typeof CARRIER]]: null } }),
  },
  ...UNSOUND.map(
    ([fact, answer, message]): Row => ({
      fact: `${fact}; the turn goes on, and here it is reported: ${JSON.stringify(answer)}`,
      method,
      answers: () => ({ alpha: answer }),
      reports: [["alpha", "call-failed", message]],
    }),
  ),
  ...(method === "hook.before_tool" ? [] : ["respond", "deny_tool"]).map(
    (action): Row => ({
      fact: `\`${action}\` (before_tool only) is an unknown action elsewhere: warning, skipped`,
      method,
      answers: () => ({ zulu: { action, reason: "no", result: undefined } }),
      reports: [["zulu", "call-failed", "action: expected"]],
    }),
  ),
]);

export const wrongInside: readonly Row[] = [
  ["hook.before_llm", { action: "modify", request: { messages: [{ role: 7 }] } }, "request.messages[0].role"],
  ["hook.after_llm", { action: "modify", response: { response: { content: 1 } } }, "response.response.content"],
  ["hook.before_tool", { action: "respond", result: { for_llm: 12 } }, "result.for_llm: expected string, got number"],
  ["hook.before_tool", { action: "modify", call: { tool: "exec", arguments: "ls" } }, "call.arguments"],
  ["hook.after_tool", { action: "modify", result: { result: { for_llm: 12 } } }, "result.result.for_llm"],
].map(
  ([method, answer, message]): Row => ({
    fact: `a wrong type inside (\`for_llm: 12\`) is an undecodable result: skipped: ${JSON.stringify(answer)}`,
    method: method as CallName,
    answers: () => ({ zulu: answer }),
    reports: [["zulu", "call-failed", message as string]],
  }),
);

export const unsoundApprovals: readonly Row[] = [
  { decision: "deny" },
  {},
  { approved: "yes" },
  { approved: null },
  "no",
  null,
].map(
  (answer): Row => ({
    fact: `approve_tool, undecodable result: **denied**: ${JSON.stringify(answer)}`,
    docs: "PicoClaw denies for a dead hook",
    method: "hook.approve_tool",
    answers: () => ({ alpha: answer }),
    outcome: () => ({
      outcome: "denied",
      by: "alpha",
      reason: 'tool approval hook "alpha" failed',
      text: 'Tool execution denied by approval hook: tool approval hook "alpha" failed',
    }),
    reports: [["alpha", "call-failed", "expected"]],
    asked: ["zulu", "alpha"],
  }),
);

function seen(method: CallName, outcome: Json): object {
  return method === "hook.before_llm" ? { model: outcome.request.model } : outcome;
}
