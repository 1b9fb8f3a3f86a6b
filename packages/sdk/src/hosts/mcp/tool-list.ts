import type { PreparedHook } from "../../runtime/prepared-hook.js";
import { inputSchema, outputSchema } from "../../runtime/tool-spec.js";

/** A tool as MCP lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

/** The hook's tools as MCP lists them. */
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
