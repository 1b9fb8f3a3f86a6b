import { spawn } from "node:child_process";
import { once } from "node:events";

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const TERMINATION_TIMEOUT_MS = 3000;

export interface StepResult {
  readonly ok: boolean;
  /** stdout and stderr combined. */
  readonly output: string;
}

/** Runs a command in a folder, without stdin. Aborting `signal` ends the command and all processes that it started. */
export async function runStep(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = {},
): Promise<StepResult> {
  signal.throwIfAborted();
  const windows = process.platform === "win32";
  // The command gets its own process group, so that all its processes can be ended together. On Windows, package
  // managers are .cmd files, which need a shell.
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: !windows,
    shell: windows,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  let killTimer: NodeJS.Timeout | undefined;
  const end = () => {
    endGroup(child.pid, "SIGTERM");
    killTimer = setTimeout(() => endGroup(child.pid, "SIGKILL"), TERMINATION_TIMEOUT_MS);
  };
  signal.addEventListener("abort", end);
  try {
    const [code] = await once(child, "close");
    signal.throwIfAborted();
    return { ok: code === 0, output };
  } finally {
    signal.removeEventListener("abort", end);
    clearTimeout(killTimer);
  }
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    if (process.platform !== "win32") process.kill(-pid, signal);
    // The process is a shell, which does not end the program that it started.
    else spawn("taskkill", ["/PID", String(pid), "/T", "/F"], { stdio: "ignore" }).on("error", () => {});
  } catch {
    // It has already exited.
  }
}

/** How many lines of output a message shows. */
const MAX_LINES = 20;

/** The last lines of a command's output, indented for a message. */
export function lastLines(output: string): string {
  const lines = output.trimEnd().split("\n").slice(-MAX_LINES);
  return lines.map((line) => `\n  ${line}`.trimEnd()).join("");
}
