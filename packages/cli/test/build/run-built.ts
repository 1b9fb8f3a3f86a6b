import { spawnSync } from "node:child_process";
import { agentHook } from "../run-command.js";

/** The output of `agent-hook build --json`. */
export interface BuildOutput {
  readonly bundle: string;
  readonly snapshot?: string;
  readonly node: { readonly path: string; readonly version: string };
  readonly command: readonly string[];
  readonly notes: readonly { readonly text: string; readonly where?: string }[];
}

export async function buildHook(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<BuildOutput> {
  const { code, stdout, stderr } = await agentHook(["build", "--json", ...args], { env });
  if (code !== 0) throw new Error(`build ended with ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** Returns docker-agent's payload before a tool call. */
export const shellCallPayload = (command: string): string =>
  JSON.stringify({
    session_id: "1",
    cwd: "/work",
    hook_event_name: "pre_tool_use",
    tool_name: "shell",
    tool_use_id: "call_1",
    tool_input: { cmd: command },
  });

export interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as docker-agent does: one object on stdin, then its end. stdout is a pipe. */
export function runAsHost(
  [program = "", ...args]: readonly string[],
  input: string,
  env = {},
  cwd?: string,
): ProcessResult {
  const text = [program, ...args].map((word) => `'${word}'`).join(" ");
  const options = { input, cwd, encoding: "utf8", env: { PATH: process.env.PATH ?? "", ...env } } as const;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", `{ ${text}; echo "ended with $?" >&2; } | cat`], options);
  const [, code] = /ended with (\d+)\n$/.exec(stderr) ?? [];
  return { code: status === 0 ? Number(code) : status, stdout, stderr: stderr.replace(/ended with \d+\n$/, "") };
}
