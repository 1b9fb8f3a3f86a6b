import type { Tool } from "@modelcontextprotocol/server";
import type { PreparedHook } from "../../runtime/prepared-hook.js";
import { outputSchema } from "../../runtime/tool-spec.js";

/** The hook's tools as MCP lists them. */
export function toolList(hook: PreparedHook): Tool[] {
  return [...hook.tools.values()].map(({ tool, spec }) => {
    const output = outputSchema(tool);
    return {
      name: spec.name,
      description: tool.description,
      inputSchema: spec.parameters as Tool["inputSchema"],
      ...(output === undefined ? {} : { outputSchema: output as NonNullable<Tool["outputSchema"]> }),
    };
  });
}
