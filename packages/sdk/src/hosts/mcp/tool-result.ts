import type { Log } from "../../hook/context.js";
import type { ToolContent, ToolResult } from "../../hook/message.js";
import { objectIn } from "../../text/index.js";

/**
 * A tool's result in MCP's format. The MCP SDK's result type accepts any field. An `interface` would not be assignable
 * to it.
 */
export type TextResult = {
  readonly content: ToolContent[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
};

/** Returns an error that the model reads. */
export function errorResult(text: string): TextResult {
  return { content: [{ type: "text", text }], isError: true };
}

/**
 * Encodes a result. `promised`: the client expects an object, in `structured` or as JSON in the text. Returns
 * `undefined` if neither has one.
 */
export function encodeResult(
  { forLlm, isError, structured, content: more = [] }: ToolResult,
  promised: boolean,
): TextResult | undefined {
  const content: TextResult["content"] = forLlm === "" && more.length > 0 ? [] : [{ type: "text", text: forLlm }];
  content.push(...more);
  // An error has no object: clients would check it against the tool's schema.
  if (isError) return { content, isError: true };
  const value = structured ?? (promised ? objectIn(forLlm) : undefined);
  if (value !== undefined) return { content, structuredContent: value };
  return promised ? undefined : { content };
}

/** Warns once about each field that MCP cannot carry. */
export class OmittedFields {
  readonly #said = new Set<string>();

  constructor(
    private readonly log: Log,
    private readonly client = "an MCP client",
  ) {}

  note(tool: string, { forLlm: _t, isError: _e, structured: _s, content: _c, ...more }: ToolResult): void {
    const lost = Object.entries(more).flatMap(([field, value]) => (isSomething(value) ? [field] : []));
    const fresh = lost.filter((field) => !this.#said.has(field));
    if (fresh.length === 0) return;
    for (const field of fresh) this.#said.add(field);
    this.log.warn(`${this.client} gets only the text of a result: ${fresh.join(", ")} of the tool ${tool} is left out`);
  }
}

function isSomething(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
