import type { PreparedHook } from "../../runtime/prepared-hook.js";
import { inputSchema, outputSchema } from "../../runtime/tool-spec.js";

/** A tool in MCP's format. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

/** Returns the hook's tools in MCP's format. */
export function toolList(hook: PreparedHook): ListedTool[] {
  return [...hook.tools.values()].map(({ tool, spec }) => {
    const output = outputSchema(tool);
    return {
      name: spec.name,
      description: tool.description,
      inputSchema: inputSchema(tool),
      ...(output === undefined ? {} : { outputSchema: output }),
    };
  });
}
