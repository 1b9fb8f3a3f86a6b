import { spawn } from "node:child_process";
import { once } from "node:events";

/** How long a command that is to end may take. */
const PATIENCE_MS = 3000;

export interface Ended {
  readonly ok: boolean;
  /** stdout and stderr in one. */
  readonly output: string;
}

/** Runs a command in a folder, without stdin. When the signal says so, it and all that it started ends. */
export async function runStep(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  signal.throwIfAborted();
  const windows = process.platform === "win32";
  // A group of its own ends as one. On Windows package managers are .cmd files, which need a shell.
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
  let patience: NodeJS.Timeout | undefined;
  const end = () => {
    endGroup(child.pid, "SIGTERM");
    patience = setTimeout(() => endGroup(child.pid, "SIGKILL"), PATIENCE_MS);
  };
  signal.addEventListener("abort", end);
  try {
    const [code] = await once(child, "close");
    signal.throwIfAborted();
    return { ok: code === 0, output };
  } finally {
    signal.removeEventListener("abort", end);
    clearTimeout(patience);
  }
}

function endGroup(pid: number | undefined, how: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, how);
  } catch {
    // It came to its end by itself.
  }
}
