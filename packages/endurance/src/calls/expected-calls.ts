import { afterLlm, afterTool, approveTool, beforeLlm, beforeTool } from "../../../sdk/test/wire-calls.js";
import type { Random } from "../random.js";

type Json = Readonly<Record<string, unknown>>;

/** A call and the only correct answer of `hooks/calls.mjs`. */
export interface ExpectedCall {
  readonly method: string;
  readonly params: Json;
  readonly result: Json;
}

/** Creates a call of one kind from a number. With `turns`, the hook answers that many event loop turns later. */
type Make = (n: number, turns: { readonly turns?: number }, ownTools: readonly unknown[]) => ExpectedCall;

const KINDS: readonly Make[] = [
  (n, turns) => {
    const params = beforeTool("go_on", { n, ...turns });
    return { method: "hook.before_tool", params, result: { action: "continue" } };
  },
  (n, turns) => {
    const params = beforeTool("deny", { n, ...turns });
    return { method: "hook.before_tool", params, result: { action: "deny_tool", reason: `no ${n}` } };
  },
  (n, turns) => {
    const params = beforeTool("rewrite", { n, ...turns });
    const call = { ...params, arguments: { n, rewritten: true } };
    return { method: "hook.before_tool", params, result: { action: "modify", call } };
  },
  (n, turns) => {
    const params = beforeTool("add", { a: n, b: 1, ...turns });
    const result = { for_llm: String(n + 1), silent: false, is_error: false };
    return { method: "hook.before_tool", params, result: { action: "respond", result } };
  },
  (n, turns) => {
    const params = approveTool("exec", { n, ...turns });
    const result = n % 2 === 0 ? { approved: true } : { approved: false, reason: `not ${n}` };
    return { method: "hook.approve_tool", params, result };
  },
  (n, turns) => {
    const params = afterTool("exec", { n, ...turns }, { for_llm: "done" });
    const result = { ...params, result: { ...params.result, for_llm: `done and ${n}` } };
    return { method: "hook.after_tool", params, result: { action: "modify", result } };
  },
  (n, turns, ownTools) => {
    const params = beforeLlm({ options: { n, ...turns } });
    const tools = [...params.tools, ...ownTools];
    const request = { ...params, tools, options: { ...params.options, temperature: n } };
    return { method: "hook.before_llm", params, result: { action: "modify", request } };
  },
  (n, turns) => {
    const params = afterLlm({ content: JSON.stringify({ n, ...turns }) });
    const response = { ...params, response: { ...params.response, content: `said ${n}` } };
    return { method: "hook.after_llm", params, result: { action: "modify", response } };
  },
];

/** Returns a call of a random kind. Each number gives a different call. */
export function randomCall(
  n: number,
  random: Random,
  turns: number | undefined,
  ownTools: readonly unknown[],
): ExpectedCall {
  return random.pick(KINDS)(n, turns === undefined ? {} : { turns }, ownTools);
}
