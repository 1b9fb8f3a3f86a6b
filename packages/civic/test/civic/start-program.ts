import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Scene } from "./scene.js";

export interface Program {
  readonly process: ChildProcess;
  /** What made it ready. */
  readonly ready: RegExpMatchArray;
  /** All that it wrote, to stdout and stderr. */
  output(): string;
  /** Ends it as a host does that gives no time. */
  kill(): Promise<void>;
}

/** Starts a program of Node and waits for words that say it is ready. It ends with the scene. */
export async function startProgram(
  scene: Scene,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<Program> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  scene.onEnd(kill);
  let written = "";
  const found = await new Promise<RegExpMatchArray>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        written += chunk;
        const match = written.match(ready);
        if (match) resolve(match);
      });
    }
    void exited.then(() => reject(new Error(`${args[0]} ended before it was ready:\n${written}`)));
  });
  return { process: child, ready: found, output: () => written, kill };
}
