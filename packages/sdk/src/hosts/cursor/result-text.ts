import { textOfBlocks } from "../../codec/content-blocks.js";
import { isObject } from "../../text/index.js";
import { parseJson } from "../../wire/message.js";

/**
 * Returns the text of a result. It arrives as JSON text: of a shell with `output`, or with `stdout` and `stderr`, of an
 * MCP server's tool with `content`. Any other result is read as it is.
 */
export function resultText(output: unknown): string {
  if (typeof output !== "string") return output === undefined ? "" : JSON.stringify(output);
  const value = parseJson(output);
  if (!isObject(value)) return output;
  const { output: text, stdout, stderr, content } = value;
  if (typeof text === "string") return text;
  if (typeof stdout === "string") return [stdout, stderr].filter((part) => typeof part === "string" && part).join("\n");
  return Array.isArray(content) ? textOfBlocks(content) : output;
}

/** Returns an answer that replaces the result of an MCP server's tool. */
export function withResult(text: string) {
  return { updated_mcp_tool_output: { content: [{ type: "text", text }] } };
}
