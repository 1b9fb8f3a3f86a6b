import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Attempt, commandOf, environmentOf, KILLED_BEFORE, type Lane, NEEDS_LAUNCHER } from "./attempt.js";

/** The client's timeout for a hook that loops for ever. */
const TIMEOUT_MS = 3000;

/** The official client. Under MCP, a hook guards its own tools. */
export const mcp: Lane = {
  column: "mcp",
  title: "MCP",
  async callEffect(attempt, command) {
    if (NEEDS_LAUNCHER.includes(attempt.fault)) return "-";
    const folder = mkdtempSync(join(tmpdir(), "agent-hook-endurance-"));
    try {
      const marker = join(folder, "mark");
      if (!(await callTool(attempt, marker, command))) return "ended";
      return existsSync(marker) ? "allowed" : "denied";
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  // A client asks only for tools.
  textEffect: async () => "-",
};

/** Calls the tool. Returns whether the server started. */
async function callTool(attempt: Attempt, marker: string, command: string): Promise<boolean> {
  const [program, ...args] = commandOf(attempt);
  const env = { ...getDefaultEnvironment(), ...environmentOf(attempt), MARK: marker };
  const transport = new StdioClientTransport({
    command: program,
    args: [...args, "--host", "mcp"],
    env,
    stderr: "ignore",
  });
  const client = new Client({ name: "matrix", version: "1" });
  try {
    await client.connect(transport);
  } catch {
    return false;
  }
  const { pid } = transport;
  const kill = () => pid !== null && process.kill(pid, "SIGKILL");
  if (attempt.fault === KILLED_BEFORE) kill();
  const limit = attempt.fault === "loops for ever" ? { timeout: TIMEOUT_MS } : {};
  // After an error of any form, the mark shows whether the tool ran.
  await client.callTool({ name: "run", arguments: { command } }, limit).catch(() => {});
  // A looping hook may never see the end of its stdin.
  if (attempt.fault === "loops for ever") kill();
  await client.close();
  return true;
}
