import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type LauncherCommand, launcherCommand, launcherPath } from "../../src/launcher/index.js";
import { RUNTIME } from "../runtime.js";

export const HOOK = fileURLToPath(new URL("../hooks/one-shot.mjs", import.meta.url));

/** What the host reads. */
export interface Finished {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly code: number | null;
  /** The output on the caller's own descriptor 3. */
  readonly third: string;
}

export interface RunOptions {
  /** The program that replaces `/bin/sh` in the command. */
  readonly sh?: string;
  /** The shell that runs the host's commands. */
  readonly caller?: string;
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A descriptor for stderr, instead of a pipe that is read. */
  readonly stderr?: number;
  /** Whether the caller's descriptor 3 is a pipe that is read. Otherwise it is closed. Default: `true`. */
  readonly hasThird?: boolean;
  /** Descriptors of the caller after 3. */
  readonly more?: readonly ("ignore" | number)[];
  /** What the host's shell runs after the command. */
  readonly after?: string;
}

/** Returns a command that runs one-shot.mjs. Its default `seconds` are never reached. */
export function commandFor(behaviour: string, parts: Partial<LauncherCommand> = {}): string {
  return launcherCommand({
    launcher: launcherPath(),
    mode: "block",
    host: "docker-agent",
    event: "pre_tool_use",
    seconds: 60,
    command: [...RUNTIME, HOOK, behaviour],
    ...parts,
  });
}

/** Removes the text that names the hook from a denial. */
export function withoutHint(stdout: Buffer): string {
  return stdout
    .toString()
    .trimEnd()
    .replace(/ \([^"]*\); to find out why, run: npx agent-hook (?:doctor [\w-]+|why \w+)/g, "");
}

/** Runs a command in a shell as a host does, and waits until the shell has ended and its pipes are closed. */
export async function run(command: string, options: RunOptions = {}): Promise<Finished> {
  const {
    sh = "/bin/sh",
    caller = "/bin/sh",
    stdin = "{}",
    after = "",
    stderr = "pipe",
    hasThird = true,
    more = [],
    cwd,
    env,
  } = options;
  const text = command.replace("/bin/sh", sh) + after;
  const child = spawn(caller, ["-c", text], {
    cwd,
    env: env ?? process.env,
    stdio: ["pipe", "pipe", stderr, ...(hasThird ? ["pipe" as const] : []), ...more],
  });
  const kept: Record<1 | 2 | 3, Buffer[]> = { 1: [], 2: [], 3: [] };
  for (const descriptor of [1, 2, 3] as const) {
    const stream = child.stdio[descriptor] as NodeJS.ReadableStream | null | undefined;
    stream?.on("data", (chunk: Buffer) => {
      kept[descriptor].push(chunk);
      if (descriptor === 2) endWithTheTest(chunk.toString());
    });
  }
  // Node closes its end when the command ends, even with unwritten data.
  child.stdin?.on("error", () => {});
  child.stdin?.end(stdin);
  const [code] = await once(child, "close");
  const outputOf = (descriptor: 1 | 2 | 3) => Buffer.concat(kept[descriptor]);
  return { stdout: outputOf(1), stderr: outputOf(2).toString(), code, third: outputOf(3).toString() };
}

/** Kills the child that a hook left running and whose id it printed. */
function endWithTheTest(stderr: string): void {
  const pid = idIn(stderr, "child");
  if (pid === undefined) return;
  onTestFinished(() => {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended together with its group.
    }
  });
}

/** Returns whether a process runs. A killed process that its parent has not waited for does not. */
export function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    // Without /proc, zombies cannot be detected.
    return true;
  }
}

export function idIn(stderr: string, word: "hook" | "child"): number | undefined {
  const [, pid] = new RegExp(`^${word} (\\d+)$`, "m").exec(stderr) ?? [];
  return pid === undefined ? undefined : Number(pid);
}
