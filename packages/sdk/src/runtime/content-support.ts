import type { Host } from "../hook/context.js";
import type { ToolResult } from "../hook/message.js";

/** Why a host cannot take the `content` of a result. Returns `undefined` if it can, or if there is none. */
export function whyContentUnsupported({ content = [] }: ToolResult, { name, capabilities }: Host): string | undefined {
  if (content.length === 0) return undefined;
  const carried = capabilities.decisions.find(({ decision }) => decision === "result.content");
  if (carried?.support === "yes") return undefined;
  return `${name} takes only the text of a result: leave out \`content\` there, which MCP clients take`;
}
