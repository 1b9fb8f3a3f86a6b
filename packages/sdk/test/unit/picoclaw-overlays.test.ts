import fc from "fast-check";
import { expect, it } from "vitest";
import { compose, defineHook, type Hook, modify } from "../../src/index.js";
import { runInProcess } from "../../src/serve/in-process.js";
import type { Fields } from "../spawn-hook.js";
import { afterLlm, afterTool, beforeLlm, beforeTool } from "../wire-calls.js";

/** A change as an author writes it, and the object with which PicoClaw must continue. */
type Change = readonly [patch: (call: never) => object, host: (raw: Fields) => Fields];

const top = (patch: Fields): Change => [() => patch, (raw) => ({ ...raw, ...patch })];
const inside = (name: string, patch: object, host: (inner: Fields) => Fields): Change => [
  () => patch,
  (raw) => ({ ...raw, [name]: { ...(raw[name] as Fields), ...host(raw[name] as Fields) } }),
];
const each = (name: string, edit: (item: Fields) => Fields) => (raw: Fields) => ({
  ...raw,
  [name]: (raw[name] as readonly Fields[]).map(edit),
});
const inFunction = (fields: Fields) => (item: Fields) => ({
  ...item,
  function: { ...(item.function as Fields), ...fields },
});

const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  beforeLlm: [
    top({ model: "new" }),
    [() => ({ model: undefined, tools: undefined }), (raw) => raw],
    inside("options", { options: { temperature: 0, top_p: 1, gone: undefined } }, () => ({ temperature: 0, top_p: 1 })),
    [
      ({ messages }: { messages: readonly Fields[] }) => ({
        messages: messages.map((one) => ({ ...one, content: "!" })),
      }),
      each("messages", (one) => ({ ...one, content: "!" })),
    ],
    [
      ({ tools }: { tools: readonly Fields[] }) => ({ tools: tools.map((one) => ({ ...one, description: "new" })) }),
      each("tools", inFunction({ description: "new" })),
    ],
  ],
  afterLlm: [
    inside("response", { content: "new" }, () => ({ content: "new" })),
    inside("response", { reasoning: "new" }, newReasoning),
    [
      ({ toolCalls }: { toolCalls: readonly Fields[] }) => ({
        toolCalls: toolCalls.map((one) => ({ ...one, arguments: "[]" })),
      }),
      (raw) => ({ ...raw, response: each("tool_calls", inFunction({ arguments: "[]" }))(raw.response as Fields) }),
    ],
  ],
  beforeTool: [top({ tool: "other" }), top({ arguments: { a: 1 } })],
  afterTool: [
    inside("result", { result: "new" }, () => ({ for_llm: "new" })),
    inside("result", { result: { forLlm: undefined, forUser: "u", silent: true } }, () => ({
      for_user: "u",
      silent: true,
    })),
    inside("result", { result: { isError: true, responseHandled: true } }, () => ({
      is_error: true,
      response_handled: true,
    })),
    inside("result", { result: { media: ["m"], artifactTags: ["t"] } }, () => ({ media: ["m"], artifact_tags: ["t"] })),
  ],
};

/** PicoClaw keeps the text in up to three places. The old text must not stay in any of them. */
function newReasoning(reply: Fields): Fields {
  if ((reply.reasoning || reply.reasoning_content) === "new") return {};
  const filled = ["reasoning", "reasoning_content"].filter((name) => reply[name]);
  return {
    ...Object.fromEntries((filled.length > 0 ? filled : ["reasoning_content"]).map((name) => [name, "new"])),
    ...(reply.reasoning_details ? { reasoning_details: null } : {}),
  };
}

const calls = [{ id: "c", type: "function", x_call: 1, function: { name: "exec", arguments: "{}", x_function: 1 } }];
const reasoning = fc.record(
  {
    reasoning: fc.constantFrom("", "old", "new", null),
    reasoning_content: fc.constantFrom("", "old", "new"),
    reasoning_details: fc.constantFrom(undefined, null, [{ text: "old" }]),
  },
  { requiredKeys: [] },
);

/** Each point with its method, the object of its answers, and what PicoClaw sends there. */
const POINTS = [
  ["beforeLlm", "hook.before_llm", "request", fc.constant(beforeLlm())],
  ["afterLlm", "hook.after_llm", "response", reasoning.map((fields) => afterLlm({ ...fields, tool_calls: calls }))],
  ["beforeTool", "hook.before_tool", "call", fc.constant(beforeTool("exec", { command: "ls" }))],
  ["afterTool", "hook.after_tool", "result", fc.constant(afterTool("exec", { command: "ls" }))],
] as const;

async function resultOf(members: readonly Hook[], method: string, params: Fields): Promise<unknown> {
  const written: string[] = [];
  const [first, ...others] = members as [Hook, ...Hook[]];
  const running = await runInProcess(compose(first, ...others), {
    host: "picoclaw@v0.2.7",
    env: {},
    write: (text) => written.push(text),
    writeError() {},
  });
  running.receive([JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })]);
  await running.end(600_000);
  return JSON.parse(written.join("")).result;
}

it.each(POINTS)(
  "at %s, the changes of all members replace their fields, one after another, and every other field stays",
  (point, method, object, params) =>
    fc.assert(
      fc.asyncProperty(
        params,
        fc.array(fc.constantFrom(...(CHANGES[point] ?? [])), { minLength: 1, maxLength: 3 }),
        async (raw: Fields, changes) => {
          const members = changes.map(([patch], at) =>
            defineHook({ name: `member-${at}`, [point]: (call: never) => modify(patch(call) as never) }),
          );
          const expected = changes.reduce((whole, [, host]) => host(whole), raw);
          expect(await resultOf(members as Hook[], method, raw)).toEqual({ action: "modify", [object]: expected });
        },
      ),
    ),
);
