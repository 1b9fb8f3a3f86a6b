import { fileURLToPath } from "node:url";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { RUNTIME } from "../runtime.js";

export interface ClientSettings {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly client?: ClientOptions;
}

/** Starts a file from `hooks/` with the official client, as an MCP client does. Both end with the test. */
export async function connected(file: string, { args = [], env = {}, client: options }: ClientSettings = {}) {
  const path = fileURLToPath(new URL(`../hooks/${file}`, import.meta.url));
  const transport = new StdioClientTransport({
    command: RUNTIME[0],
    args: [...RUNTIME.slice(1), path, ...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: "pipe",
  });
  const stderr: string[] = [];
  const listeners = new Set<() => void>();
  transport.stderr?.on("data", (chunk: Buffer) => {
    stderr.push(chunk.toString());
    for (const look of listeners) look();
  });
  const client = new Client({ name: "test", version: "1" }, options);
  const faults: string[] = [];
  client.onerror = (error) => faults.push(error.message);
  onTestFinished(() => client.close());
  await client.connect(transport);

  return {
    client,
    /** Messages that the client could not handle. */
    faults,
    stderr: () => stderr.join(""),
    /** Waits for a text on stderr. */
    logged: (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!pattern.test(stderr.join(""))) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
    /** Calls a tool. Returns its text and the rest of the result. */
    call: async (name: string, args: Record<string, unknown> = {}) => {
      const { content, ...rest } = await client.callTool({ name, arguments: args });
      const [only, ...more] = content;
      if (only?.type !== "text" || more.length > 0)
        throw new Error(`expected one text, got ${JSON.stringify(content)}`);
      return { text: only.text, ...rest };
    },
  };
}
