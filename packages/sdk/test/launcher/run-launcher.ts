import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type LauncherCommand, launcherCommand, launcherPath } from "../../src/launcher/index.js";

export const HOOK = fileURLToPath(new URL("../hooks/one-shot.mjs", import.meta.url));

/** What the host reads. */
export interface Heard {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly code: number | null;
  /** What came on the caller's own descriptor 3. */
  readonly third: string;
}

export interface RunOptions {
  /** What is `/bin/sh` in the command. */
  readonly sh?: string;
  /** What the host gives its commands to. */
  readonly caller?: string;
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A descriptor for stderr, in place of a pipe that is read. */
  readonly stderr?: number;
  /** Whether descriptor 3 of the caller is a pipe that is read, or closed. Default true. */
  readonly hasThird?: boolean;
  /** What the host's shell does after the command. */
  readonly after?: string;
}

/** A command of one-shot.mjs. Its seconds are for tests that do not wait for them. */
export function commandFor(behaviour: string, parts: Partial<LauncherCommand> = {}): string {
  return launcherCommand({
    launcher: launcherPath(),
    mode: "block",
    host: "docker-agent",
    event: "pre_tool_use",
    seconds: 60,
    command: [process.execPath, HOOK, behaviour],
    ...parts,
  });
}

/** A denial without the words that name the hook. */
export function withoutHint(stdout: Buffer): string {
  return stdout
    .toString()
    .trimEnd()
    .replace(/ \([^"]*\); to find out why, run: npx agent-hook doctor [\w-]+/, "");
}

/** Gives a command to a shell as a host does, and waits until the shell ended and nobody holds its pipes. */
export async function run(command: string, options: RunOptions = {}): Promise<Heard> {
  const {
    sh = "/bin/sh",
    caller = "/bin/sh",
    stdin = "{}",
    after = "",
    stderr = "pipe",
    hasThird = true,
    cwd,
    env,
  } = options;
  const text = command.replace("/bin/sh", sh) + after;
  const child = spawn(caller, ["-c", text], {
    cwd,
    env: env ?? process.env,
    stdio: ["pipe", "pipe", stderr, ...(hasThird ? ["pipe" as const] : [])],
  });
  const kept: Record<1 | 2 | 3, Buffer[]> = { 1: [], 2: [], 3: [] };
  for (const descriptor of [1, 2, 3] as const) {
    const stream = child.stdio[descriptor] as NodeJS.ReadableStream | null | undefined;
    stream?.on("data", (chunk: Buffer) => {
      kept[descriptor].push(chunk);
      if (descriptor === 2) endWithTheTest(chunk.toString());
    });
  }
  // Node closes its end when the command ends, whatever is left to write.
  child.stdin?.on("error", () => {});
  child.stdin?.end(stdin);
  const [code] = await once(child, "close");
  const said = (descriptor: 1 | 2 | 3) => Buffer.concat(kept[descriptor]);
  return { stdout: said(1), stderr: said(2).toString(), code, third: said(3).toString() };
}

/** A child that a hook left alive says its id. */
function endWithTheTest(stderr: string): void {
  const pid = idIn(stderr, "child");
  if (pid === undefined) return;
  onTestFinished(() => {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended with its group.
    }
  });
}

/** A process that was killed and that no parent has waited for yet is not running. */
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
    // Without /proc nothing more is known.
    return true;
  }
}

export function idIn(stderr: string, word: "hook" | "child"): number | undefined {
  const [, pid] = new RegExp(`^${word} (\\d+)$`, "m").exec(stderr) ?? [];
  return pid === undefined ? undefined : Number(pid);
}
