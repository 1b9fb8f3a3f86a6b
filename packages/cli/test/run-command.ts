import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../bin/agent-hook.js", import.meta.url));

/** Returns the path of a file below the repository's root. */
export const file = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

/** Runs the built `agent-hook`, without a terminal. */
export function agentHook(args: readonly string[], { env, cwd, stdin = "" }: RunOptions = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString("utf8");
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout: text(out), stderr: text(err) }));
  });
}
