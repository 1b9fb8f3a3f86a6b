// A hook without an SDK that returns every call unchanged. FAULT names what it does wrong instead.
import { appendFileSync, writeSync } from "node:fs";

const FAULT = process.env.FAULT ?? "none";
const is = (...faults) => faults.includes(FAULT);
const MIB = 1_048_576;
const CALLS = ["hook.before_llm", "hook.after_llm", "hook.before_tool", "hook.approve_tool", "hook.after_tool"];

let unfinished = Buffer.alloc(0);
let decoded = "";
let bytes = 0;
let count = 0;

if (process.env.PIDS) appendFileSync(process.env.PIDS, `${process.pid}\n`);
if (is("noisy")) say("Weather hook v1 is ready");
if (is("dies at hello")) process.exit(3);
if (is("never ends")) setInterval(() => {}, 1000);

process.stdin.on("data", (chunk) => {
  bytes += chunk.length;
  if (is("stops reading") && bytes > 700_000) {
    setInterval(() => {}, 1000);
    return process.stdin.pause();
  }
  if (is("decodes chunks")) {
    const whole = (decoded + chunk.toString()).split("\n");
    decoded = whole.pop();
    for (const answer of whole.flatMap(answerTo)) send(answer);
    return;
  }
  const data = is("chunks are lines") ? chunk : Buffer.concat([unfinished, chunk]);
  const end = is("chunks are lines") ? data.length : data.lastIndexOf(10) + 1;
  unfinished = data.subarray(end);
  const lines = data
    .subarray(0, end)
    .toString()
    .split("\n")
    .slice(0, is("chunks are lines") ? undefined : -1);
  const answers = (is("one line a chunk") ? lines.slice(0, 1) : lines).flatMap(answerTo);
  if (is("mixes up")) {
    const results = answers.map(({ result }) => result);
    for (const [index, answer] of answers.entries()) answer.result = results[(index + 1) % results.length];
  }
  for (const answer of answers) send(answer);
});

function answerTo(line) {
  if (is("dies on the odd") && isOdd(line)) process.exit(3);
  let call;
  try {
    call = JSON.parse(line);
  } catch {
    return [];
  }
  if (typeof call?.method !== "string") return [];
  const { id, method, params } = call;
  if (id === undefined) return eventAnswer();
  if (is("old") && isNew(params ?? {})) return [{ id, error: { code: -32602, message: "what is that?" } }];
  if (method === "hook.hello") return helloAnswer(id, params);
  if (!CALLS.includes(method)) return is("ignores new calls") ? [] : [{ id, error: { code: -32601, message: "no" } }];
  if (is("fails a call")) console.error("[wrong] error: beforeTool failed (id 1234abcd): an error was thrown");
  if (is("errors")) return [{ id, error: { code: -32000, message: "no" } }];
  return [{ id, result: resultOf(method, params ?? {}) }];
}

function eventAnswer() {
  return is("answers events") ? [{ id: 0, result: {} }] : [];
}

function helloAnswer(id, { modes }) {
  if (is("silent at hello")) return [];
  if (is("needs every mode") && modes.length < 4) process.exit(3);
  if (is("refuses at hello")) return [{ id, error: { code: -32000, message: "WEATHER_KEY is not set" } }];
  return [{ id, result: is("hello is text") ? "hi" : { name: "wrong", version: "0.0.1" } }];
}

function resultOf(method, params) {
  if (is("refuses everything")) return refusals[method];
  const result = shapes[FAULT]?.[method] ?? echo[method];
  return typeof result === "function" ? result(params) : result;
}

const echo = {
  "hook.before_llm": (request) => ({ action: "modify", request }),
  "hook.after_llm": (response) =>
    response.response?.tool_calls ? { action: "continue" } : { action: "modify", response },
  "hook.before_tool": (call) => ({ action: "modify", call }),
  "hook.approve_tool": { approved: true },
  "hook.after_tool": (result) => ({ action: "modify", result }),
};

const abort = { action: "abort_turn", reason: "no" };
const refusals = {
  "hook.before_llm": abort,
  "hook.after_llm": abort,
  "hook.before_tool": { action: "deny_tool", reason: "no" },
  "hook.approve_tool": { approved: false, reason: "no" },
  "hook.after_tool": abort,
};

const ownTool = { type: "function", function: { name: "own_tool", parameters: { type: "object" } } };

/** The answers of a hook for each wrong shape. Other calls are returned unchanged. */
const shapes = {
  "wrong shape": { "hook.before_tool": { decision: "deny" } },
  "unknown action": { "hook.before_tool": { action: "deny" } },
  "respond elsewhere": { "hook.after_tool": { action: "respond", result: { for_llm: "a" } } },
  "no carrier": { "hook.before_tool": { action: "modify" } },
  "no result": { "hook.before_tool": { action: "respond" } },
  "no text": { "hook.before_tool": { action: "respond", result: { forLlm: "a" } } },
  "unknown key": { "hook.before_tool": { action: "respond", result: { for_llm: "a", isError: true } } },
  "wrong type": { "hook.before_tool": { action: "respond", result: { for_llm: 12 } } },
  "no approved": { "hook.approve_tool": { action: "continue" } },
  "tools only": { "hook.before_llm": ({ tools }) => ({ action: "modify", request: { tools } }) },
  "thin messages": {
    "hook.before_llm": (request) => {
      const messages = request.messages?.map(({ role, content }) => ({ role, content }));
      return { action: "modify", request: { ...request, messages } };
    },
  },
  "no tool": { "hook.before_tool": ({ arguments: args }) => ({ action: "modify", call: { arguments: args } }) },
  flat: {
    "hook.after_llm": { action: "modify", response: { content: "new" } },
    "hook.after_tool": { action: "modify", result: { for_llm: "new" } },
  },
  "echoes bare calls": { "hook.after_llm": (response) => ({ action: "modify", response }) },
  "leaves its tool": {
    "hook.before_llm": (request) => ({
      action: "modify",
      request: { ...request, tools: [...(request.tools ?? []), ownTool] },
    }),
    "hook.before_tool": { action: "continue" },
  },
};

function send({ id, ...body }) {
  count++;
  const line = JSON.stringify({ jsonrpc: "2.0", id: idOf(id), ...body });
  const tooLong = Buffer.byteLength(line) >= MIB && !is("too large");
  const text = tooLong ? JSON.stringify({ jsonrpc: "2.0", id, result: { action: "continue" } }) : line;
  const method = body.result?.call ? "before_tool" : body.result?.approved ? "approve_tool" : "other";
  const delay = { "late before a tool": { before_tool: 1200 }, "late to approve": { approve_tool: 1500 } }[FAULT];
  if (delay?.[method]) setTimeout(say, delay[method], text);
  else say(text);
  if (is("twice")) say(text);
  if (is("tells")) say('{"jsonrpc":"2.0","method":"log","params":{"text":"answered"}}');
}

function idOf(id) {
  if (is("ids are text")) return String(id);
  return is("counts ids") ? count : id;
}

function isOdd(line) {
  if (line.includes("\uFFFD") || line.includes("__proto__") || line.includes("[".repeat(1000))) return true;
  try {
    const { jsonrpc, method, params } = JSON.parse(line);
    const isKnown = method?.startsWith("hook.") && !method.includes("nothing") && typeof params === "object";
    return (
      jsonrpc !== "2.0" ||
      !isKnown ||
      params === null ||
      Array.isArray(params) ||
      params.meta === null ||
      params.tool === 12
    );
  } catch {
    return true;
  }
}

/** Returns whether the call has something that not every version sends. */
function isNew(params) {
  const bare = params.tool !== undefined && params.arguments === undefined;
  return "context" in params || "channel" in params || "graceful_terminal" in params || bare;
}

/** Writes the whole text synchronously. */
function say(text) {
  let rest = Buffer.from(`${text}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}
