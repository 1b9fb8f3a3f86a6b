import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built agent as a user would. */
export function runAgent(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, OPENAI_API_KEY: "", ...env } });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Returns a hook command for --hook: a short program, run by this Node. */
export function hookOf(program: string): string {
  const answering = `
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) return;
      const reply = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
      if (method === "hook.hello") return reply({ name: "test-hook" });
      if (method === "hook.approve_tool" && !answers[method]) return reply({ approved: true });
      reply(answers[method] ? answers[method](params) : {});
    });`;
  return `"${process.execPath}" -e '${`const answers = ${program};${answering}`.replaceAll("'", "`")}'`;
}
