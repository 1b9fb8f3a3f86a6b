import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { GuaranteeCase } from "./case.js";
import type { CaseOutcome } from "./case-outcome.js";
import { inEnvironment } from "./command.js";
import { kindOf } from "./faults.js";
import { TAG } from "./processes.js";
import { writeGuard } from "./source.js";
import type { Stage } from "./stage.js";

/** Calls a tool of the guard, as MCP clients on Node do. A client without an answer times out. */
export async function runMcp(one: GuaranteeCase, shell: string, stage: Stage): Promise<CaseOutcome> {
  const words = [...writeGuard(one, stage), "--host", "mcp"];
  const [command = "", ...args] = inEnvironment(one, stage, words);
  const env = { ...(process.env as Record<string, string>), ...one.environment.variables, [TAG]: stage.tag };
  const transport = new StdioClientTransport({ command, args, env, stderr: "ignore" });
  const client = new Client({ name: "guarantee", version: "1" });
  const timeout = limitMs(one);
  let answerText = "the server did not start";
  try {
    await client.connect(transport, { timeout });
    // What the client receives does not matter: the guarantee is only about whether the tool ran.
    answerText = await client.callTool({ name: "run", arguments: { command: shell } }, { timeout }).then(
      (result) => JSON.stringify(result),
      (error: Error) => error.message,
    );
  } catch (error) {
    answerText = (error as Error).message;
  } finally {
    const { pid } = transport;
    if (pid !== null && one.faults.length > 0) process.kill(pid, "SIGKILL");
    await client.close();
  }
  const ran = stage.has("ran");
  return { ran, allowed: ran, late: false, detail: answerText.slice(0, 400) };
}

function limitMs({ faults }: GuaranteeCase): number {
  if (faults.length === 0) return 90_000;
  return faults.some((fault) => kindOf(fault).process) ? 2000 : 10_000;
}
