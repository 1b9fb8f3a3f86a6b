import type { CallToolResult } from "@modelcontextprotocol/server";
import type { PreparedHook } from "../../runtime/prepared-hook.js";
import type { CallAnswer, CallService, CallSession, LineSession, Service } from "../../runtime/session.js";
import { inexactJson, inexactProblem } from "../../wire/inexact-numbers.js";
import { parseJson } from "../../wire/message.js";
import { isFrom, type OneShotHost } from "../known-host.js";
import { errorResult } from "./tool-result.js";

/** Answers the hook events of an agent that also uses the hook as an MCP server. */
export interface HookEvents {
  /** Answers an event, given as the tool's arguments. `problem`: why the hook cannot decide on it. Never rejects. */
  answer(fields: Readonly<Record<string, unknown>>, problem?: string): Promise<CallAnswer>;
  /** Waits up to `graceMs` for running events, then answers them as failures. */
  end(graceMs: number): Promise<void>;
}

/** Answers an event, with at most one text block: what a command hook would write to stdout, or an error. */
export async function answerEvent(
  events: HookEvents,
  fields: Readonly<Record<string, unknown>> = {},
  problem?: string,
): Promise<CallToolResult> {
  const { document, denial } = await events.answer(fields, problem);
  if (document !== undefined) return { content: [{ type: "text", text: document }] };
  return denial === undefined ? { content: [] } : errorResult(denial);
}

/** Loads the MCP service for an agent that also sends its hook events to the MCP server, as calls of one tool. */
export async function withHookEvents(
  serveTools: (session: LineSession & { readonly hookEvents: HookEvents }) => Service,
  sender: OneShotHost,
  oneShotHosts: readonly OneShotHost[],
): Promise<(session: LineSession) => Service> {
  const serveCall = await sender.load();
  const payloadOf = await sender.mcpTool?.loadPayload();
  if (payloadOf === undefined) throw new Error(`${sender.name} cannot send events to a tool`);
  const isFromHost = (message: unknown) => isFrom(sender, message, oneShotHosts);
  return (session) =>
    serveTools({ ...session, hookEvents: eventsOf(serveCall, payloadOf, { ...session, isFromHost }) });
}

function eventsOf(
  serveCall: (session: CallSession) => CallService,
  payloadOf: (fields: Readonly<Record<string, unknown>>) => object,
  { variant: _mcpVariant, ...session }: CallSession,
): HookEvents {
  const service = serveCall({ ...session, hook: withoutSetupAndTeardown(session.hook) });
  return {
    answer: (fields, problem) => service.answer({ value: payloadOf(fields) }, problem ?? inexactText(fields)),
    end: (graceMs) => service.end(graceMs),
  };
}

/** Finds inexact numbers in the tool input, which Claude Code sends as JSON text. */
function inexactText({ tool_input: input }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof input !== "string" || parseJson(input) === undefined) return undefined;
  const inexact = inexactJson(input);
  const path = inexact?.pathIn(inexact.value);
  return path === undefined ? undefined : inexactProblem(path);
}

/** Removes `setup` and `teardown`: the MCP server runs them once per process. */
function withoutSetupAndTeardown(hook: PreparedHook): PreparedHook {
  const members = hook.members.map((member) => {
    const { setup: _start, teardown: _stop, ...handlers } = member.hook;
    return { ...member, hook: handlers };
  });
  return { ...hook, members };
}
