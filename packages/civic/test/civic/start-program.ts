import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Scene } from "./scene.js";

export interface Program {
  readonly process: ChildProcess;
  /** The match that showed that the program is ready. */
  readonly ready: RegExpMatchArray;
  /** Resolves when the program has written this to stdout or stderr. */
  wrote(text: string | RegExp): Promise<RegExpMatchArray>;
  /** Kills the program immediately with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a Node program and waits for the text that shows it is ready. It ends with the scene. */
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
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      written += chunk;
      for (const look of waiting) look();
    });
  }
  const wrote = (text: string | RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const found = written.match(text);
        if (found) resolve(found);
      };
      waiting.add(look);
      look();
      void exited.then(() => reject(new Error(`${args[0]} ended before it wrote ${text}:\n${written}`)));
    });
  return { process: child, ready: await wrote(ready), wrote, kill };
}
