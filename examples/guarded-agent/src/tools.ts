import { readFile, writeFile } from "node:fs/promises";
import type { JsonObject, ToolDefinition } from "@agent-hook/picoclaw";

type Run = (args: JsonObject) => Promise<string>;

const RUNS: Readonly<Record<string, Run>> = {
  read_file: ({ path }) => readFile(String(path), "utf8"),
  write_file: async ({ path, content }) => {
    await writeFile(String(path), String(content));
    return "written";
  },
};

/** The agent's own tools, as the model gets them. They open any path: checking it is the guard's task. */
export const TOOLS: readonly ToolDefinition[] = [
  definition("read_file", "path"),
  definition("write_file", "path", "content"),
];

/** Runs one of the agent's own tools. Throws if it fails. */
export async function runOwn(name: string, args: JsonObject): Promise<string> {
  const run = RUNS[name];
  if (run === undefined) throw new Error(`this agent has no tool "${name}"`);
  return run(args);
}

function definition(name: string, ...required: string[]): ToolDefinition {
  const properties = Object.fromEntries(required.map((argument) => [argument, { type: "string" }]));
  return { type: "function", function: { name, parameters: { type: "object", properties, required } } };
}
