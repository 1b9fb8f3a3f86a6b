import { readdir, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { JsonObject, ToolDefinition, ToolResult } from "@agent-hook/picoclaw";

/** A tool of the agent itself. */
export interface BuiltInTool {
  readonly definition: ToolDefinition;
  run(args: JsonObject): Promise<ToolResult>;
}

const MAX_ENTRIES = 100;

const currentTime: BuiltInTool = {
  definition: {
    type: "function",
    function: {
      name: "current_time",
      description: "The current date and time, in UTC",
      parameters: { type: "object", properties: {} },
    },
  },
  run: async () => text(new Date().toISOString()),
};

const listDir: BuiltInTool = {
  definition: {
    type: "function",
    function: {
      name: "list_dir",
      description: "List the names in a folder, below the one that the agent was started in",
      parameters: {
        type: "object",
        properties: { path: { type: "string", description: "Relative path, e.g.: ." } },
        required: ["path"],
      },
    },
  },
  run: async ({ path }) => {
    if (typeof path !== "string") return failure("path must be text");
    try {
      const home = await realpath(".");
      const folder = await realpath(resolve(home, path));
      const way = relative(home, folder);
      if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return failure(`${path} is not below ${home}`);
      const entries = await readdir(folder, { withFileTypes: true });
      const lines = entries
        .slice(0, MAX_ENTRIES)
        .map((entry) => `${entry.isDirectory() ? "DIR: " : "FILE:"} ${entry.name}`);
      if (entries.length > MAX_ENTRIES) lines.push(`and ${entries.length - MAX_ENTRIES} more`);
      return text(lines.join("\n"));
    } catch (error) {
      return failure(error instanceof Error ? error.message : String(error));
    }
  },
};

/** Two tools that change nothing. */
export const BUILT_IN_TOOLS: readonly BuiltInTool[] = [currentTime, listDir];

function text(forLlm: string): ToolResult {
  return { for_llm: forLlm, silent: false, is_error: false, async: false };
}

function failure(forLlm: string): ToolResult {
  return { ...text(forLlm), is_error: true };
}
