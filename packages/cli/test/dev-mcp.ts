import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { AGES, collectReports, devCommand, SDK } from "./dev-session.js";

/** Returns the file of a hook with one tool, whose results name the version. */
export function toolHook(version: number, tool = "version"): Record<string, string> {
  return {
    [`part-${version}.mjs`]: `export const PART = ${version};\n`,
    "main.mjs": `
      import { appendFileSync, existsSync } from "node:fs";
      import { setTimeout as wait } from "node:timers/promises";
      import { defineHook, defineTool, serve } from "${SDK}";
      import { PART } from "./part-${version}.mjs";

      const input = { "~standard": {
        version: 1, vendor: "test", validate: (value) => ({ value }), jsonSchema: { input: () => ({ type: "object" }) },
      } };
      await serve(defineHook({ name: "tools", tools: [defineTool({
        name: "${tool}", description: "The version", input,
        run: async ({ until, text = "" }) => {
          if (until) appendFileSync(until + ".log", "call ${version} " + process.pid + "\\n");
          while (until && !existsSync(until)) await wait(5);
          return "${version} " + PART + " " + text.length;
        },
      })] }));
    `,
  };
}

/** Starts `agent-hook dev` with the official client, as an MCP client does. Both end with the test. */
export async function connectedDev(hook: readonly string[]) {
  const [command, ...args] = devCommand(hook);
  const transport = new StdioClientTransport({ command, args, env: getDefaultEnvironment(), stderr: "pipe" });
  const stderr = collectReports();
  let rest = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() as string;
    for (const line of lines) stderr.onStderr(line);
  });
  const toolLists: string[][] = [];
  const changed: (() => void)[] = [];
  const client = new Client(
    { name: "test", version: "1" },
    {
      listChanged: {
        tools: {
          debounceMs: 0,
          onChanged: (_error, tools) => {
            toolLists.push((tools ?? []).map(({ name }) => name));
            for (const resolve of changed.splice(0)) resolve();
          },
        },
      },
    },
  );
  const faults: string[] = [];
  client.onerror = (error) => faults.push(error.message);
  onTestFinished(() => client.close());
  await client.connect(transport);
  return {
    client,
    faults,
    toolLists,
    listChanged: () => new Promise<void>((resolve) => changed.push(resolve)),
    /** Calls a tool and returns its text. */
    call: async (args: Record<string, unknown> = {}, name = "version"): Promise<string> => {
      const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: AGES });
      const [only] = content;
      return isError === true || only?.type !== "text" ? `error: ${JSON.stringify(content)}` : only.text;
    },
    ...stderr,
  };
}
