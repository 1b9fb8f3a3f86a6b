import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type CommandResult, type RunOptions, runHere } from "./run-here.js";

export type { CommandResult, RunOptions };

const BIN = fileURLToPath(new URL("../bin/agent-hook.js", import.meta.url));

/** Returns the path of a file below the repository's root. */
export const file = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** These pass on the descriptors of their process. */
const WITH_DESCRIPTORS: readonly unknown[] = ["trace", "run"];

/** Runs the built `agent-hook`, without a terminal: in this process, unless it needs one of its own. */
export function agentHook(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const needsProcess = WITH_DESCRIPTORS.includes(args[0]) || options.env?.NODE_OPTIONS !== undefined;
  return needsProcess ? agentHookProcess(args, options) : runHere(args, options);
}

/** The same in a process of its own, for tests of how it starts and ends. */
export function agentHookProcess(
  args: readonly string[],
  { env, cwd, stdin = "" }: RunOptions = {},
): Promise<CommandResult> {
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
