import type { Host } from "../hook/context.js";
import type { ToolResult } from "../hook/message.js";

/** Returns why a host does not support the `content` of a result, or `undefined` if it does or there is none. */
export function whyContentUnsupported({ content = [] }: ToolResult, { name, capabilities }: Host): string | undefined {
  if (content.length === 0) return undefined;
  const carried = capabilities.decisions.find(({ decision }) => decision === "result.content");
  if (carried?.support === "yes") return undefined;
  return `${name} supports only the text of a result: leave out \`content\`, which only MCP clients support`;
}
