import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { undoneAtEnd } from "../../driver/leftovers.js";

export interface Program {
  /** What it said when it was ready. */
  readonly said: string;
  stop(): Promise<void>;
}

/** Starts a program of Node and waits for a line that says it is ready. */
export async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<Program> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const kill = undoneAtEnd(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    const match = ready.exec(line);
    if (match === null) continue;
    // What it logs from here on is read by nobody, but must not block it.
    child.stdout.resume();
    return {
      said: match[1] ?? "",
      stop: async () => {
        child.kill();
        await exited;
        kill();
      },
    };
  }
  throw new Error(`${args.join(" ")} ended before it was ready`);
}
