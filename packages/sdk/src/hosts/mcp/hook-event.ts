import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallAnswer } from "../../runtime/session.js";
import { errorResult } from "./tool-result.js";

/** The hook as an agent asks it that also has it as an MCP server. */
export interface HookEvents {
  /** Answers an event whose fields are the arguments of the tool. `problem`: why nobody can rule on it. Never rejects. */
  answer(fields: Readonly<Record<string, unknown>>, problem?: string): Promise<CallAnswer>;
  /** Running events get `graceMs`, then their failure's answer. */
  end(graceMs: number): Promise<void>;
}

/** The answer to an event: what the agent would read from a command's stdout, as the text of one block. */
export async function answerEvent(
  events: HookEvents,
  fields: Readonly<Record<string, unknown>> = {},
  problem?: string,
): Promise<CallToolResult> {
  const { document, denial: refusal } = await events.answer(fields, problem);
  if (document !== undefined) return { content: [{ type: "text", text: document }] };
  return refusal === undefined ? { content: [] } : errorResult(refusal);
}
