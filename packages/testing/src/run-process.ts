import { spawn } from "node:child_process";
import { endGroup as endProcesses, HAS_GROUPS } from "@agent-hook/sdk/internal/process-group";

export interface RunOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** The whole input. stdin is closed after it. The process need not read the input. */
  readonly stdin: string;
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** How long stdout or stderr may stay open after the process has ended. Default: until the timeout. */
  readonly heldMs?: number;
  /**
   * How long stdout or stderr may stay open after the timeout has killed the process. Default 0: the descendants of the
   * process are killed with it.
   */
  readonly patienceMs?: number;
  /** Ends the process and its descendants early when this signal aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** Calls of a test are not decisions on the calls of an agent, so a hook does not log them. */
export const NOT_LOGGED = { AGENT_HOOK_LOG: "off" };

/** How a process ended. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  /** Missing if a signal ended it, or if it was still running at the timeout. */
  readonly exit?: number;
  readonly signal?: string;
  /** Whether the timeout passed while the process was running, or while another process held its stdout or stderr. */
  readonly late: boolean;
  /** Whether another process held its stdout or stderr for longer than the limit. */
  readonly held: boolean;
}

/** Runs a process and reads stdout and stderr until no process holds them open. Rejects if it cannot be started. */
export function runProcess(options: RunOptions): Promise<Ended> {
  const { program, args, stdin, cwd, env, timeoutMs, heldMs, patienceMs = 0, signal: end } = options;
  return new Promise((resolve, reject) => {
    // The process runs in its own process group, so that its descendants end with it.
    const child = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...NOT_LOGGED, ...env },
      detached: HAS_GROUPS,
    });
    const stdout = textOf(child.stdout);
    const stderr = textOf(child.stderr);
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    let late = false;
    let held = false;
    const endGroup = () => {
      // A process that left the group may still hold these streams.
      child.stdout.destroy();
      child.stderr.destroy();
      kill(child.pid);
    };
    let patience: NodeJS.Timeout | undefined;
    const giveUp = () => {
      held = child.exitCode !== null || child.signalCode !== null;
      endGroup();
    };
    end?.addEventListener("abort", endGroup);
    process.once("exit", endGroup);
    const timeout = setTimeout(() => {
      late = true;
      if (patienceMs === 0) return endGroup();
      child.kill("SIGKILL");
      patience = setTimeout(giveUp, patienceMs);
    }, timeoutMs);
    child.once("error", (error) => {
      clearTimeout(timeout);
      process.off("exit", endGroup);
      reject(error);
    });
    child.once("exit", () => {
      if (heldMs === undefined || late) return;
      clearTimeout(timeout);
      patience = setTimeout(giveUp, heldMs);
    });
    child.once("close", (code, signal) => {
      clearTimeout(timeout);
      clearTimeout(patience);
      end?.removeEventListener("abort", endGroup);
      process.off("exit", endGroup);
      if (late) kill(child.pid);
      const ended = code === null ? { signal: signal ?? "unknown" } : { exit: code };
      resolve({ stdout: stdout(), stderr: stderr(), ...(late ? {} : ended), late, held });
    });
  });
}

function textOf(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

function kill(leader: number | undefined): void {
  if (leader !== undefined) endProcesses(leader);
}
