import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { undoAtExit } from "../../driver/leftovers.js";

export interface Program {
  /** The part of the ready line that the first capture group of `ready` matched, such as a port. */
  readonly readyText: string;
  stop(): Promise<void>;
}

/** Starts a Node program and waits for the line with which the program reports that it is ready. `ready` matches it. */
export async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<Program> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const undo = undoAtExit(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    const match = ready.exec(line);
    if (match === null) continue;
    // Discards all further output, which would otherwise block the program.
    child.stdout.resume();
    return {
      readyText: match[1] ?? "",
      stop: async () => {
        child.kill();
        await exited;
        undo();
      },
    };
  }
  throw new Error(`${args.join(" ")} ended before it was ready`);
}
