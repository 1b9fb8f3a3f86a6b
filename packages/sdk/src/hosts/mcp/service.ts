import { Server, type Tool } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Decision, deny } from "../../hook/decisions.js";
import type { ToolResult } from "../../hook/message.js";
import { after } from "../../runtime/awaitable.js";
import { describedHost } from "../../runtime/described-host.js";
import { Dispatcher } from "../../runtime/dispatcher.js";
import { createRepeatLimiter } from "../../runtime/log.js";
import type { PreparedHook } from "../../runtime/prepared-hook.js";
import type { LineSession, Service } from "../../runtime/session.js";
import type { Answer } from "../../wire/answer.js";
import { ErrorCode, inexactArguments, type Params } from "../../wire/message.js";
import { HOOK_EVENT_TOOL } from "../known-host.js";
import { capabilities } from "./capabilities.js";
import { answerEvent, type HookEvents } from "./hook-event.js";
import { LineTransport } from "./line-transport.js";
import { ToolCalls } from "./tool-calls.js";
import { toolList } from "./tool-list.js";

/** A session with an MCP client. It has `hookEvents` if the client also sends its hook events. */
export interface McpSession extends LineSession {
  readonly hookEvents?: HookEvents;
}

/** Serves a hook's own tools to an MCP client. */
export function serveTools({ hook, manifest, clock, write, hookEvents }: McpSession): Service {
  // Results with which handlers answered instead of a tool. Unlike results of a tool's `run`, they are not checked yet.
  const handlersResults = new WeakSet<ToolResult>();
  const dispatcher = new Dispatcher(
    hook,
    {
      host: describedHost(capabilities),
      runsOwnTool: () => true,
      identify: (name) => (hook.tools.has(name) ? { kind: "plugin", ownTool: name } : { kind: "other" }),
      whyUnsupported(_point, _call, decision) {
        if (decision.action === "respond") handlersResults.add(decision.result);
        return objection(hook, decision);
      },
      denial: (_point, failure) => deny(failure.publicText),
    },
    clock,
  );
  const warn = createRepeatLimiter(hook.log);
  const tools = toolList(hook);
  const promised = tools.flatMap(({ name, outputSchema }) => (outputSchema === undefined ? [] : [name]));
  const calls = new ToolCalls(dispatcher, new Set(promised), (result) => handlersResults.has(result));
  if (hookEvents === undefined) logUncalledPoints(hook);

  const transport = new LineTransport({
    write,
    log: hook.log,
    onMessage: (message, { deliver, answer }) =>
      after(dispatcher.start(), (failure) => {
        const params = "params" in message ? (message.params as Params) : undefined;
        const inexact = inexactArguments(params);
        if (failure !== undefined) answer({ error: { code: ErrorCode.hookFailed, message: failure.publicText } });
        else if (inexact === undefined) deliver();
        else if (hookEvents === undefined || params?.name !== HOOK_EVENT_TOOL) answer(invalidParams(inexact));
        else void after(answerEvent(hookEvents, params.arguments as never, inexact), (result) => answer({ result }));
      }),
    fallback: (request, failure) => calls.fallback(request, failure),
  });
  const connection = serveStdio(
    () => {
      const identity = { name: manifest.name, version: manifest.version ?? "0.0.0" };
      const server = new Server(identity, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/list", () => ({ tools: tools as Tool[] }));
      server.setRequestHandler("tools/call", (request, context) => {
        const { name, arguments: fields } = request.params;
        if (hookEvents !== undefined && name === HOOK_EVENT_TOOL) return answerEvent(hookEvents, fields);
        return calls.answer(request, context);
      });
      return server;
    },
    { transport, onerror: (error) => warn(error.message) },
  );

  return {
    receive: (lines, first) => transport.receive(lines, first),
    async end(graceMs) {
      await transport.drained(graceMs, clock);
      await hookEvents?.end(0);
      await dispatcher.stop(0);
      // The calls that just failed are answered in promise callbacks, which must run first.
      await new Promise(setImmediate);
      await connection.close();
    },
  };
}

function invalidParams(problem: string): Answer {
  return { error: { code: ErrorCode.invalidParams, message: `Invalid params of tools/call: ${problem}` } };
}

/** Returns why a decision is unsupported: the called tool must stay one of the hook's own tools. */
function objection(hook: PreparedHook, decision: Decision): string | undefined {
  if (decision.action !== "modify" || !("tool" in decision.patch) || decision.patch.tool === undefined)
    return undefined;
  const { tool } = decision.patch;
  if (hook.tools.has(tool)) return undefined;
  return `modify changed the tool to "${tool}": an MCP server answers only its own tools (${[...hook.tools.keys()].join(", ")})`;
}

/** Warns about handlers that are never called. */
function logUncalledPoints({ members, tools, log }: PreparedHook): void {
  const uncalled = ["onPrompt", "beforeLlm", "afterLlm", "afterTool", "onEvent"] as const;
  const points = tools.size === 0 ? ([...uncalled, "beforeTool", "approveTool"] as const) : uncalled;
  const handled = points.filter((point) => members.some((member) => member.hook[point] !== undefined));
  if (handled.length === 0) return;
  const about = tools.size === 0 ? "this hook has no tools" : "it asks only about this hook's own tools";
  log.warn(`an MCP client never calls ${handled.join(", ")}: ${about}`);
}
