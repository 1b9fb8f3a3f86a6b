import type { Log } from "../../hook/context.js";
import type { ToolContent, ToolResult } from "../../hook/message.js";

/** A result of a tool as MCP has it: a type alone, so that it is a result of the MCP SDK, too, which takes any field. */
export type TextResult = {
  readonly content: ({ readonly type: "text"; readonly text: string } | ToolContent)[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
};

/** An error that the model reads. */
export function errorResult(text: string): TextResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** A result as MCP has it: text for the model, and the object that the text is, where the tool promised one. */
export function encodeResult(
  { forLlm, isError, content: more = [] }: ToolResult,
  structured: boolean,
): TextResult | undefined {
  const content: TextResult["content"] = forLlm === "" && more.length > 0 ? [] : [{ type: "text", text: forLlm }];
  content.push(...more);
  if (isError) return { content, isError: true };
  if (!structured) return { content };
  const value = objectOf(forLlm);
  return value && { content, structuredContent: value };
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Says once of each field that MCP has no place for it. */
export class LeftOut {
  readonly #said = new Set<string>();

  constructor(
    private readonly log: Log,
    private readonly client = "an MCP client",
  ) {}

  note(tool: string, { forLlm: _text, isError: _failed, content: _content, ...more }: ToolResult): void {
    const lost = Object.entries(more).flatMap(([field, value]) => (isSomething(value) ? [field] : []));
    const fresh = lost.filter((field) => !this.#said.has(field));
    if (fresh.length === 0) return;
    for (const field of fresh) this.#said.add(field);
    this.log.warn(
      `${this.client} gets the text of a result alone: ${fresh.join(", ")} of the tool ${tool} is left out`,
    );
  }
}

function isSomething(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
