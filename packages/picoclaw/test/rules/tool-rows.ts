import type { Row } from "./row.js";

const RESULT = { for_llm: "Beijing: sunny", for_user: "", silent: false, is_error: false };
const DENIED = "Tool execution denied by hook";
const REFUSED = "Tool execution denied by approval hook";

const answered = () => ({ outcome: "answered", result: RESULT, by: "zulu" });

export const beforeToolRows: readonly Row[] = [
  {
    fact: "before_tool's modify carries `call`",
    method: "hook.before_tool",
    answers: (call) => ({ zulu: { action: "modify", call: { ...call, tool: "exec", arguments: { command: "ls" } } } }),
    outcome: () => ({ outcome: "continue", tool: "exec", arguments: { command: "ls" }, changedBy: ["zulu"] }),
    sees: () => ({ alpha: { tool: "exec", arguments: { command: "ls" } } }),
  },
  {
    fact: 'replaces the whole: without `tool` the call becomes `tool "" not found` (run)',
    method: "hook.before_tool",
    answers: () => ({ zulu: { action: "modify", call: { arguments: { path: "/" } } } }),
    outcome: () => ({ outcome: "continue", tool: "", arguments: { path: "/" }, changedBy: ["zulu"] }),
    reports: [["zulu", "answer-ignored", "its call replaces the agent's and names no tool"]],
  },
  {
    fact: "replaces the whole: without `arguments` the call has none",
    method: "hook.before_tool",
    answers: ({ tool }) => ({ zulu: { action: "modify", call: { tool } } }),
    outcome: ({ tool }) => ({ outcome: "continue", tool, arguments: {}, changedBy: ["zulu"] }),
  },
  {
    fact: "`continue` with a `call` is applied as `modify` is (code)",
    method: "hook.before_tool",
    answers: ({ tool }) => ({ zulu: { action: "continue", call: { tool, arguments: { path: "/" } } } }),
    outcome: ({ tool }) => ({ outcome: "continue", tool, arguments: { path: "/" }, changedBy: ["zulu"] }),
  },
  {
    fact: "`respond` ends the before_tool chain: a guard with a higher priority number never sees that call (code)",
    docs: "the host skips its approval, after_tool and later hooks",
    method: "hook.before_tool",
    answers: () => ({ zulu: { action: "respond", result: RESULT }, alpha: { action: "deny_tool" } }),
    outcome: answered,
    asked: ["zulu"],
  },
  {
    fact: "`respond`: `call.hook_result` works too (run)",
    method: "hook.before_tool",
    answers: (call) => ({ zulu: { action: "respond", call: { ...call, hook_result: RESULT } } }),
    outcome: answered,
    asked: ["zulu"],
  },
  {
    fact: "`respond` needs `result`; without it nothing happens and the tool runs (run); here it is reported",
    method: "hook.before_tool",
    answers: () => ({ zulu: { action: "respond" } }),
    reports: [["zulu", "call-failed", 'it has the action "respond" but no "result"']],
  },
  {
    fact: "`null` for any optional field is accepted (run): a `result` of null is none",
    method: "hook.before_tool",
    answers: () => ({ zulu: { action: "respond", result: null, call: null } }),
    reports: [["zulu", "call-failed", 'it has the action "respond" but no "result"']],
  },
  {
    fact: "a denial as `Tool execution denied by hook: REASON`",
    docs: "`Tool execution denied by hook: REASON`",
    method: "hook.before_tool",
    answers: () => ({ zulu: { action: "deny_tool", reason: "not here" } }),
    outcome: () => ({ outcome: "denied", by: "zulu", reason: "not here", text: `${DENIED}: not here` }),
    asked: ["zulu"],
  },
  ...["", null, undefined].map(
    (reason): Row => ({
      fact: `a denial whose reason is ${JSON.stringify(reason)} is told without a colon (code)`,
      method: "hook.before_tool",
      answers: () => ({ zulu: { action: "deny_tool", reason } }),
      outcome: () => ({ outcome: "denied", by: "zulu", reason: "", text: DENIED }),
      asked: ["zulu"],
    }),
  ),
];

export const approveToolRows: readonly Row[] = [
  {
    fact: "approve_tool answers `{approved, reason?}`: only a yes of everybody approves",
    method: "hook.approve_tool",
    answers: () => ({ zulu: { approved: true, reason: "why not" } }),
  },
  {
    fact: "a refused approval as `Tool execution denied by approval hook: REASON` (run)",
    docs: "`Tool execution denied by approval hook: REASON`",
    method: "hook.approve_tool",
    answers: () => ({ bravo: { approved: false, reason: "no shell" } }),
    outcome: () => ({ outcome: "denied", by: "bravo", reason: "no shell", text: `${REFUSED}: no shell` }),
  },
  {
    fact: "a refused approval without a reason is told without a colon (code)",
    method: "hook.approve_tool",
    answers: () => ({ zulu: { approved: false, reason: null } }),
    outcome: () => ({ outcome: "denied", by: "zulu", reason: "", text: REFUSED }),
    asked: ["zulu"],
  },
  {
    fact: "the first refusal of an approver wins (code)",
    method: "hook.approve_tool",
    answers: () => ({ alpha: { approved: false, reason: "first" }, bravo: { approved: false, reason: "second" } }),
    outcome: () => ({ outcome: "denied", by: "alpha", reason: "first", text: `${REFUSED}: first` }),
    asked: ["zulu", "alpha"],
  },
];

export const afterToolRows: readonly Row[] = [
  {
    fact: "after_tool's modify carries `result` = params again, so the tool's result sits at `result.result`",
    method: "hook.after_tool",
    answers: (params) => ({ zulu: { action: "modify", result: { ...params, result: RESULT } } }),
    outcome: () => ({ outcome: "continue", result: RESULT, changedBy: ["zulu"] }),
    sees: ({ tool }) => ({ alpha: { tool, result: RESULT } }),
  },
  {
    fact: "the flat form is silently ignored (run); here it is reported",
    method: "hook.after_tool",
    answers: () => ({ zulu: { action: "modify", result: { for_llm: "[withheld]" } } }),
    reports: [["zulu", "call-failed", 'its "result" has no "result" inside']],
  },
];
