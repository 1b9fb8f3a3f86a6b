// What must not compile, and what compiles although it is wrong. Nothing runs this file: the type check proves it. The
// compiler's messages are in mistakes.test.ts.

import { z } from "zod";
import * as mini from "zod/mini";
import {
  approve,
  commandOf,
  compose,
  defineHook,
  defineTool,
  deny,
  type EnvOf,
  modify,
  pathsOf,
  reject,
  respond,
  serve,
  type ToolOutcome,
  type ToolResult,
} from "../../src/index.js";

const h = { name: "h" };
const t = { name: "t", description: "d", input: z.object({}) };
const cityTool = { ...t, input: z.object({ city: z.string() }), run: () => "x" };

export function decisionsOfAnotherPoint(): void {
  const shorter = modify({ content: "x" });
  const both = modify({ model: "x", content: "y" });
  defineHook({
    ...h,
    // @ts-expect-error: one path is enough
    afterTool: (outcome) => (outcome.tool === "exec" ? respond("x") : modify({ result: "x" })),
  });
  // @ts-expect-error: only approveTool approves
  defineHook({ ...h, beforeTool: () => approve() });
  // @ts-expect-error: a change of afterLlm
  defineHook({ ...h, beforeLlm: () => shorter });
  // @ts-expect-error: a change with fields of two points fits neither
  defineHook({ ...h, afterLlm: () => both });
  // @ts-expect-error: a host's own answer
  defineHook({ ...h, beforeTool: () => ({ action: "deny_tool", reason: "no" }) });
  // @ts-expect-error: without a reason
  defineHook({ ...h, beforeTool: () => ({ action: "deny" }) });
}

export function missingDecisions(): void {
  defineHook({
    ...h,
    // @ts-expect-error: async, and a path without a decision
    approveTool: async (call) => {
      if (call.tool === "exec") return reject("no");
    },
  });
  // @ts-expect-error: no decision at all
  defineHook({ ...h, approveTool: () => {} });
  // @ts-expect-error: a promise of something else
  defineHook({ ...h, beforeTool: async () => 12 });
  defineTool({
    ...cityTool,
    // @ts-expect-error: a path without a decision
    approve: ({ city }) => {
      if (city === "") return reject("no");
    },
  });
  // @ts-expect-error: a reason is text
  reject(12);

  // Compiles, but decides nothing: the decision is not returned.
  defineHook({
    ...h,
    beforeTool: (call) => {
      deny(call.tool);
    },
  });
}

export function fieldsThatModifyDoesNotKnow(): void {
  // @ts-expect-error: next to a field that exists
  defineHook({ ...h, beforeLlm: () => modify({ model: "x", mesages: [] }) });
  // @ts-expect-error: async
  defineHook({ ...h, beforeLlm: async () => modify({ model: "x", mesages: [] }) });
  // @ts-expect-error: in a ternary
  defineHook({ ...h, afterLlm: (r) => (r.content ? modify({ content: "x", tolCalls: [] }) : undefined) });
  // @ts-expect-error: in a chain of promises
  defineHook({ ...h, beforeTool: () => Promise.resolve().then(() => modify({ argments: {} })) });
  // @ts-expect-error: outside of a handler
  modify({ model: "x", mesages: [] });
  // @ts-expect-error: outside of a handler, where every patch is possible
  modify({ mesages: [] });
  // @ts-expect-error: inside a result
  defineHook({ ...h, afterTool: () => modify({ result: { forLLM: "x" } }) });
  // @ts-expect-error: inside a tool call
  defineHook({ ...h, afterLlm: () => modify({ toolCalls: [{ id: "1", name: "t", args: "{}" }] }) });
  // @ts-expect-error: inside a message
  defineHook({ ...h, beforeLlm: () => modify({ messages: [{ role: "user", contnt: "x" }] }) });
  // @ts-expect-error: inside a message after a spread
  defineHook({ ...h, beforeLlm: (c) => modify({ messages: [...c.messages, { role: "user", contnt: "x" }] }) });
  // @ts-expect-error: the host's spelling
  defineHook({ ...h, beforeLlm: () => modify({ messages: [{ role: "tool", content: "", tool_call_id: "1" }] }) });

  // Compile: a variable and a spread hide the field. `modify` finds it when it runs.
  const patch = { model: "x", mesages: [] };
  modify(patch);
  defineHook({ ...h, beforeTool: (call) => modify({ ...call }) });
}

export function valuesOfTheWrongType(): void {
  // @ts-expect-error: in a handler
  defineHook({ ...h, beforeLlm: () => modify({ model: 12 }) });
  // @ts-expect-error: outside of a handler
  modify({ tool: 12 });
  // @ts-expect-error: arguments are an object
  defineHook({ ...h, beforeTool: () => modify({ arguments: "rm" }) });
  // @ts-expect-error: a role is text
  defineHook({ ...h, beforeLlm: () => modify({ messages: [{ role: 12, content: "x" }] }) });
  // @ts-expect-error: a misspelt role
  defineHook({ ...h, beforeLlm: () => modify({ messages: [{ role: "usr", content: "x" }] }) });
  // @ts-expect-error: a message without content
  defineHook({ ...h, beforeLlm: () => modify({ messages: [{ role: "user" }] }) });
  // @ts-expect-error: tool calls may lack a name and arguments
  defineHook({ ...h, afterLlm: (reply) => modify({ toolCalls: reply.toolCalls }) });
  // @ts-expect-error: the arguments of a model's tool call are JSON text
  defineHook({ ...h, afterLlm: () => modify({ toolCalls: [{ id: "1", name: "t", arguments: {} }] }) });
  // @ts-expect-error: undefined changes nothing
  modify({ model: undefined });
}

export function parametersOfHandlers(): void {
  // @ts-expect-error: a misspelt field of a call
  defineHook({ ...h, beforeTool: (call) => (call.argumnts.command ? deny("no") : undefined) });
  // @ts-expect-error: a field that no call has
  defineHook({ ...h, beforeTool: (call) => (call.comand === "rm" ? deny("no") : undefined) });
  // @ts-expect-error: the call of another point
  defineHook({ ...h, beforeTool: (call: ToolOutcome) => deny(call.result.forLlm) });
  // @ts-expect-error: a setting that was not declared
  defineHook({ ...h, beforeTool: (_call, { env }) => deny(env.KEY) });
  // @ts-expect-error: a misspelt part of the context
  defineHook({ ...h, beforeTool: (_call, { sginal }) => void sginal });
  // @ts-expect-error: a field of another kind of event
  defineHook({ ...h, onEvent: (e) => (e.kind === "tool.start" ? e.payload.prompt : undefined) });
  // @ts-expect-error: a kind of event that does not exist
  defineHook({ ...h, onEvent: (event) => event.kind === "tool.exec_end" });
  // @ts-expect-error: only some hosts report the duration
  defineHook({ ...h, afterTool: ({ durationMs }) => void durationMs.toFixed() });
  // @ts-expect-error: the arguments instead of the call
  defineHook({ ...h, beforeTool: (call) => void commandOf(call.arguments) });
  // @ts-expect-error: a model call has no paths
  defineHook({ ...h, beforeLlm: (call) => void pathsOf(call) });
}

export function definitions(): void {
  // @ts-expect-error: a misspelt handler, as a method
  defineHook({ ...h, aproveTool() {} });
  // @ts-expect-error: a misspelt deadline
  defineHook({ ...h, deadlines: { interceptMS: 100 } });
  // @ts-expect-error: not from defineHook, and misspelt
  serve({ name: "h", beforTool: () => undefined });
  const a = defineHook({ name: "a", env: z.object({ A: z.string() }) });
  const b = defineHook({ name: "b", env: z.object({ B: z.string() }) });
  const both = compose(a, b);
  // @ts-expect-error: without the settings of b
  const env: EnvOf<typeof both> = { A: "x" };
  void env;
}

export function tools(): void {
  const run = () => "x";
  // @ts-expect-error: the input is text
  defineTool({ name: "t", description: "d", input: z.string(), run });
  // @ts-expect-error: the input is a list
  defineTool({ name: "t", description: "d", input: mini.array(mini.string()), run });
  // @ts-expect-error: parameters instead of input
  defineTool({ name: "t", description: "d", parameters: z.object({}), run });
  // @ts-expect-error: a misspelt key
  defineTool({ name: "t", descripton: "d", input: z.object({}), run });
  // @ts-expect-error: a promise of a number
  defineTool({ ...t, run: async () => 12 });
  // @ts-expect-error: no result
  defineTool({ ...t, run: () => {} });
  // @ts-expect-error: a result whose only field is misspelt
  defineTool({ ...t, run: () => ({ forLLM: "x" }) });
  // @ts-expect-error: not the type of the output
  defineTool({ ...t, output: z.object({ degrees: z.number() }), run: () => ({ degrees: "15" }) });
  // @ts-expect-error: a misspelt field of a result
  respond({ forLlm: "x", isEror: true });
  // @ts-expect-error: a misspelt field of an annotated result
  const result: ToolResult = { forLlm: "x", respnseHandled: true };
  // @ts-expect-error: a result without text for the model
  respond({ forUser: "x" });
  void result;

  // Compiles: a misspelt field next to one that exists.
  defineTool({ ...t, run: () => ({ forLlm: "x", isEror: true }) });
}

export function handlersOfHosts(): void {
  // @ts-expect-error: a misspelt host
  defineHook({ ...h, native: { "docker-agnet": {} } });
  // @ts-expect-error: a host without events of its own
  defineHook({ ...h, native: { picoclaw: {} } });
  // @ts-expect-error: a misspelt event of docker-agent
  defineHook({ ...h, native: { "docker-agent": { user_promt_submit: () => {} } } });
  // @ts-expect-error: a misspelt key in docker-agent's answer
  defineHook({ ...h, native: { "docker-agent": { user_prompt_submit: () => ({ desicion: "block" }) } } });
  // @ts-expect-error: a decision that docker-agent ignores
  defineHook({ ...h, native: { "docker-agent": { user_prompt_submit: () => ({ decision: "deny" }) } } });
  // @ts-expect-error: a portable decision
  defineHook({ ...h, native: { "docker-agent": { pre_tool_use: () => deny("no") } } });
  // @ts-expect-error: fields of other events are unknown
  defineHook({ ...h, native: { "docker-agent": { stop: ({ prompt }) => void prompt.length } } });
}
