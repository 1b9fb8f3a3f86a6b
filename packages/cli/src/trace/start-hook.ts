import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { notRunError } from "../command-error.js";
import { spawnFailure } from "../start-failure.js";
import { ANSWER_DESCRIPTOR } from "./answer-descriptor.js";
import { writeTo } from "./descriptors.js";
import { makePipes } from "./pipes.js";

/** How a hook's process ended. */
export type Ending = { readonly exit: number } | { readonly signal: NodeJS.Signals };

export interface StartedHook {
  readonly process: ChildProcess;
  readonly stdin: Writable;
  /** A stream, or the descriptor of a pipe. */
  readonly stdout: Readable | number;
  /** What the hook writes to the launcher's descriptor, if the hook received one. */
  readonly answer?: Readable | number;
  readonly ended: Promise<Ending>;
}

const SOCKETS = { stdin: "pipe", stdout: "pipe", answer: "pipe" } as const;
/** The number of the hook's descriptor for its answer. */
const ANSWER_FD = 3;

/**
 * Starts the hook with this process's stderr. With `forAnswer`, the hook also receives a descriptor for its answer, as
 * from a launcher. Throws `CommandError` if the hook cannot be started.
 */
export async function startHook(
  [program, ...args]: readonly [string, ...string[]],
  forAnswer: boolean,
): Promise<StartedHook> {
  const pipes = makePipes(forAnswer);
  const { stdin, stdout, answer } = pipes?.hook ?? SOCKETS;
  const env = forAnswer ? { ...process.env, [ANSWER_DESCRIPTOR]: String(ANSWER_FD) } : process.env;
  try {
    const child = spawn(program, args, { env, stdio: [stdin, stdout, "inherit", ...(forAnswer ? [answer] : [])] });
    const ended = new Promise<Ending>((resolve) => {
      child.once("exit", (exit, signal) => resolve(signal === null ? { exit: exit ?? 0 } : { signal }));
    });
    await once(child, "spawn");
    if (pipes === undefined) {
      const answer = forAnswer ? { answer: child.stdio[ANSWER_FD] as Readable } : {};
      return { process: child, stdin: child.stdin as Writable, stdout: child.stdout as Readable, ...answer, ended };
    }
    for (const descriptor of Object.values(pipes.hook)) closeSync(descriptor);
    return { process: child, ...pipes.ours, stdin: writeTo(pipes.ours.stdin), ended };
  } catch (error) {
    throw notRunError(spawnFailure((error as Error).message, program), error);
  }
}
