import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { type WindowsLauncherCommand, windowsLauncherCommand, windowsLauncherPath } from "../../src/launcher/index.js";
import type { Finished } from "./run-launcher.js";
import { HOOK } from "./run-launcher.js";

export const IS_WINDOWS = process.platform === "win32";

/** Returns a command for cmd that runs one-shot.mjs. Its default `seconds` are never reached. */
export function cmdCommandFor(behaviour: string, parts: Partial<WindowsLauncherCommand> = {}): string {
  return windowsLauncherCommand({
    shell: "cmd",
    node: process.execPath,
    launcher: windowsLauncherPath(),
    mode: "block",
    host: "docker-agent",
    event: "pre_tool_use",
    seconds: 120,
    command: [process.execPath, HOOK, behaviour],
    ...parts,
  });
}

interface CmdOptions {
  readonly stdin?: string | Buffer;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** How the host starts cmd. `quoted`: as Node does. `plain`: as a host that only passes the text on. */
  readonly start?: "quoted" | "plain";
  /** Whether the host reads stderr. Default: `true`. */
  readonly readsStderr?: boolean;
}

/** Runs a command in cmd as a host does, and waits until it has ended. */
export async function runInCmd(command: string, options: CmdOptions = {}): Promise<Omit<Finished, "third">> {
  const { stdin = "{}", env = process.env, cwd, start = "quoted", readsStderr = true } = options;
  const args = start === "quoted" ? ["/d", "/s", "/c", `"${command}"`] : ["/c", command];
  const child = spawn("cmd.exe", args, { cwd, env, stdio: "pipe", windowsVerbatimArguments: true });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  if (readsStderr) child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const closed = once(child, "close");
  const [code] = await once(child, "exit");
  if (!readsStderr) child.stderr.resume();
  await closed;
  return { stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString(), code };
}

/** Returns whether a process with an id runs, as Windows lists them. */
export function isListed(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return execFileSync("tasklist", { encoding: "utf8" }).split(/\s/).includes(String(pid));
  }
}
