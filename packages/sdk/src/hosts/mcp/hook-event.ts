import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallAnswer } from "../../runtime/session.js";
import { errorResult } from "./tool-result.js";

/** The hook as called by an agent that also runs it as an MCP server. */
export interface HookEvents {
  /** Answers an event, given as the tool's arguments. `problem`: why it cannot be decided on. Never rejects. */
  answer(fields: Readonly<Record<string, unknown>>, problem?: string): Promise<CallAnswer>;
  /** Gives running events `graceMs`, then answers them as failures. */
  end(graceMs: number): Promise<void>;
}

/** Answers an event. The text of the one block is what the agent would read from a command's stdout. */
export async function answerEvent(
  events: HookEvents,
  fields: Readonly<Record<string, unknown>> = {},
  problem?: string,
): Promise<CallToolResult> {
  const { document, denial: refusal } = await events.answer(fields, problem);
  if (document !== undefined) return { content: [{ type: "text", text: document }] };
  return refusal === undefined ? { content: [] } : errorResult(refusal);
}
