import type { Json } from "./recorded-calls.js";
import type { Row } from "./row.js";

const OLD = ["v0.2.6", "v0.2.7"] as const;
const NEW = ["v0.2.8", "v0.2.9", "v0.3.0"] as const;

const TOOL = { type: "function", function: { name: "get_weather", description: "d", parameters: { type: "object" } } };
const USER = { role: "user", content: "one more thing" };

const modifyRequest = (changes: object) => (request: Json) => ({
  zulu: { action: "modify", request: { ...request, ...changes } },
});
const requestBecomes = (changes: object) => (request: Json) => ({
  outcome: "continue",
  request: { ...request, ...changes },
  changedBy: ["zulu"],
});
const system = (messages: readonly Json[], change: object) =>
  messages.map((message) => (message.role === "system" ? { ...message, ...change } : message));

export const beforeLlmRows: readonly Row[] = [
  {
    fact: "`modify` in before_llm may change `model` and `options` on every version (run)",
    docs: "The model, the options and all other messages can be changed on every version.",
    method: "hook.before_llm",
    answers: modifyRequest({ model: "other", options: { temperature: 0 } }),
    outcome: requestBecomes({ model: "other", options: { temperature: 0 } }),
    sees: () => ({ alpha: { model: "other" }, bravo: { options: { temperature: 0 } } }),
  },
  {
    fact: "unknown fields must survive a modify: those of messages, tools and options reach the next hook",
    method: "hook.before_llm",
    given: (request) => ({ ...request, messages: [...request.messages, { ...USER, prompt_slot: "x" }] }),
    answers: modifyRequest({ model: "other" }),
    outcome: requestBecomes({ model: "other" }),
    sees: ({ messages }) => ({ bravo: { messages } }),
  },
  {
    fact: "`continue` with a `request` is applied as `modify` is (code)",
    method: "hook.before_llm",
    answers: (request) => ({ zulu: { action: "continue", request: { ...request, model: "other" } } }),
    outcome: requestBecomes({ model: "other" }),
  },
  {
    fact: 'actions: `continue` (also "" or missing), so a `request` without an action is applied',
    method: "hook.before_llm",
    answers: (request) => ({ zulu: { request: { ...request, model: "other" } } }),
    outcome: requestBecomes({ model: "other" }),
  },
  {
    fact: "`request` replaces the whole object: a field left out is empty, and the request has no messages (run)",
    docs: "v0.2.6 and v0.2.7 crash on a request without messages",
    versions: OLD,
    method: "hook.before_llm",
    answers: () => ({ zulu: { action: "modify", request: { tools: [TOOL] } } }),
    outcome: requestBecomes({ model: "", messages: [], tools: [TOOL], options: {} }),
    reports: [["zulu", "answer-ignored", "its request replaces the agent's and has no messages"]],
  },
  {
    fact: "v0.2.8 and later keep messages and tools where `request` leaves them out; model and options are empty",
    versions: NEW,
    method: "hook.before_llm",
    answers: () => ({ zulu: { action: "modify", request: {} } }),
    outcome: requestBecomes({ model: "", options: {} }),
    reports: [
      ["zulu", "answer-ignored", "a system message differs"],
      ["zulu", "answer-ignored", "ignored by v0.2.8 and later: tool definitions"],
    ],
  },
  {
    fact: "tool definitions added or removed: the model gets them (run)",
    docs: "v0.2.6 and v0.2.7 give the model the tools that a hook adds.",
    versions: OLD,
    method: "hook.before_llm",
    answers: modifyRequest({ tools: [TOOL] }),
    outcome: requestBecomes({ tools: [TOOL] }),
    sees: () => ({ alpha: { tools: [TOOL] } }),
  },
  {
    fact: "tool definitions added or removed: ignored, originals kept, a warning in the host's log (run)",
    docs: "v0.2.8 and later ignore them and keep their own definitions",
    versions: NEW,
    method: "hook.before_llm",
    answers: modifyRequest({ tools: [TOOL], model: "other" }),
    outcome: requestBecomes({ model: "other" }),
    reports: [["zulu", "answer-ignored", "ignored by v0.2.8 and later: tool definitions"]],
    sees: ({ tools }) => ({ alpha: { tools } }),
  },
  {
    fact: "even an unchanged echo of `tools` draws the warning on v0.2.8 and later; here it is no difference",
    method: "hook.before_llm",
    answers: modifyRequest({ model: "other" }),
    outcome: requestBecomes({ model: "other" }),
  },
  {
    fact: "system messages changed: applied",
    versions: OLD,
    method: "hook.before_llm",
    answers: (request) => modifyRequest({ messages: system(request.messages, { content: "new" }) })(request),
    outcome: (request) => requestBecomes({ messages: system(request.messages, { content: "new" }) })(request),
  },
  {
    fact: "system messages changed: the whole `messages` rewrite is ignored if any system message differs (run)",
    docs: "If one was changed, added, removed or moved, they silently ignore every change of `messages`",
    versions: NEW,
    method: "hook.before_llm",
    answers: (request) =>
      modifyRequest({ model: "other", messages: [...system(request.messages, { content: "new" }), USER] })(request),
    outcome: requestBecomes({ model: "other" }),
    reports: [["zulu", "answer-ignored", "a system message differs"]],
  },
  ...(
    [
      ["added", (messages: Json[]) => [...messages, { role: "system", content: "more" }]],
      ["removed", (messages: Json[]) => messages.filter(({ role }) => role !== "system")],
      ["moved", (messages: Json[]) => [USER, ...messages]],
    ] as const
  ).map(
    ([how, change]): Row => ({
      fact: `a system message ${how} is one that differs, so the rewrite is ignored`,
      docs: "If one was changed, added, removed or moved",
      versions: NEW,
      method: "hook.before_llm",
      answers: (request) => modifyRequest({ model: "other", messages: change(request.messages) })(request),
      outcome: requestBecomes({ model: "other" }),
      reports: [["zulu", "answer-ignored", "a system message differs"]],
    }),
  ),
  {
    fact: "`null` for any optional field is accepted (run): a system message sent back with one is the same (code)",
    method: "hook.before_llm",
    versions: NEW,
    answers: (request) =>
      modifyRequest({ messages: [...system(request.messages, { reasoning_content: null }), USER] })(request),
    outcome: ({ messages, ...request }) => ({
      outcome: "continue",
      request: { ...request, messages: [...system(messages, { reasoning_content: null }), USER] },
      changedBy: ["zulu"],
    }),
  },
  {
    fact: "other messages changed: applied",
    docs: "The model, the options and all other messages can be changed on every version.",
    method: "hook.before_llm",
    answers: (request) => modifyRequest({ messages: [...request.messages, USER] })(request),
    outcome: (request) => requestBecomes({ messages: [...request.messages, USER] })(request),
    sees: ({ messages }) => ({ bravo: { messages: [...messages, USER] } }),
  },
];

export const afterLlmRows: readonly Row[] = [
  {
    fact: "after_llm's modify carries `response` = params again, so the reply sits at `response.response`",
    method: "hook.after_llm",
    file: "reply",
    answers: (params) => ({ zulu: { action: "modify", response: { ...params, response: { content: "bye" } } } }),
    outcome: () => ({ outcome: "continue", response: { content: "bye" }, changedBy: ["zulu"] }),
    sees: () => ({ alpha: { response: { content: "bye" } } }),
  },
  {
    fact: "the flat form is silently ignored (run); here it is reported",
    method: "hook.after_llm",
    file: "reply",
    answers: () => ({ zulu: { action: "modify", response: { content: "bye" } } }),
    reports: [["zulu", "call-failed", 'its "response" has no "response" inside']],
  },
  {
    fact: 'tool_calls arrive as `{id}` only: even an unchanged echo makes the call `tool "" not found` (run)',
    docs: "tool calls arrive without names and arguments: modify must provide complete toolCalls",
    method: "hook.after_llm",
    answers: (params) => ({ zulu: { action: "modify", response: params } }),
    outcome: ({ response }) => ({ outcome: "continue", response, changedBy: ["zulu"] }),
    reports: [["zulu", "answer-ignored", "a call to a tool without a name"]],
  },
  {
    fact: "a modify that supplies `function{name, arguments}` for every call works (run)",
    method: "hook.after_llm",
    answers: (params) => ({ zulu: { action: "modify", response: { ...params, response: WHOLE } } }),
    outcome: () => ({ outcome: "continue", response: WHOLE, changedBy: ["zulu"] }),
  },
];

const WHOLE = {
  content: "",
  tool_calls: [{ id: "call_1", type: "function", function: { name: "list_dir", arguments: "{}" } }],
  finish_reason: "tool_calls",
  reasoning_details: null,
};
