import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Attempt, commandOf, environmentOf, KILLED_BEFORE, type Lane, NEEDS_LAUNCHER } from "./attempt.js";

/** A hook that loops for ever is given up after this. */
const GIVES_UP_MS = 3000;

/** The official client; what a hook guards there are its own tools. */
export const mcp: Lane = {
  column: "mcp",
  title: "MCP",
  async rules(attempt, command) {
    if (NEEDS_LAUNCHER.includes(attempt.fault)) return "-";
    const folder = mkdtempSync(join(tmpdir(), "agent-hook-endurance-"));
    try {
      const mark = join(folder, "mark");
      if (!(await ask(attempt, mark, command))) return "ended";
      return existsSync(mark) ? "allowed" : "denied";
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  // A client asks for tools alone.
  passes: async () => "-",
};

/** Whether there was a server to be asked. */
async function ask(attempt: Attempt, mark: string, command: string): Promise<boolean> {
  const [program, ...args] = commandOf(attempt);
  const env = { ...getDefaultEnvironment(), ...environmentOf(attempt), MARK: mark };
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
  const limit = attempt.fault === "loops for ever" ? { timeout: GIVES_UP_MS } : {};
  // An error, in whatever form: the tool did not run, or it shows.
  await client.callTool({ name: "run", arguments: { command } }, limit).catch(() => {});
  // It may never see the end of its stdin.
  if (attempt.fault === "loops for ever") kill();
  await client.close();
  return true;
}
