import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { notRun } from "../command-error.js";
import { spawnFailure } from "../spawn-failure.js";
import { writeTo } from "./descriptors.js";
import { makePipes } from "./pipes.js";

/** How a hook's process ended. */
export type Ending = { readonly exit: number } | { readonly signal: NodeJS.Signals };

export interface StartedHook {
  readonly process: ChildProcess;
  readonly stdin: Writable;
  /** A stream, or the descriptor of a pipe. */
  readonly stdout: Readable | number;
  readonly ended: Promise<Ending>;
}

/** Starts the hook on this process's stderr. Throws a `CommandError` where it cannot be started. */
export async function startHook([program, ...args]: readonly [string, ...string[]]): Promise<StartedHook> {
  const pipes = makePipes();
  const { stdin, stdout } = pipes?.hook ?? { stdin: "pipe" as const, stdout: "pipe" as const };
  try {
    const child = spawn(program, args, { stdio: [stdin, stdout, "inherit"] });
    const ended = new Promise<Ending>((resolve) => {
      child.once("exit", (exit, signal) => resolve(signal === null ? { exit: exit ?? 0 } : { signal }));
    });
    await once(child, "spawn");
    if (pipes === undefined) {
      return { process: child, stdin: child.stdin as Writable, stdout: child.stdout as Readable, ended };
    }
    closeSync(pipes.hook.stdin);
    closeSync(pipes.hook.stdout);
    return { process: child, stdin: writeTo(pipes.ours.stdin), stdout: pipes.ours.stdout, ended };
  } catch (error) {
    throw notRun(spawnFailure((error as Error).message, program), error);
  }
}
