import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { HAS_GROUPS } from "@agent-hook/sdk/internal/process-group";
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
  /** Set with `stderr: "pipe"`. */
  readonly stderr?: Readable;
  readonly ended: Promise<Ending>;
}

const SOCKETS = { stdin: "pipe", stdout: "pipe", answer: "pipe" } as const;
/** The number of the hook's descriptor for its answer. */
const ANSWER_FD = 3;

interface StartOptions {
  /** The hook also receives a descriptor for its answer, as from a launcher. */
  readonly forAnswer?: boolean;
  /** Default: this process's stderr. */
  readonly stderr?: "inherit" | "pipe";
  /** Starts the hook in its own process group. */
  readonly ownGroup?: boolean;
}

/** Starts the hook. Throws `CommandError` if it cannot be started. */
export async function startHook(
  [program, ...args]: readonly [string, ...string[]],
  { forAnswer = false, stderr = "inherit", ownGroup = false }: StartOptions,
): Promise<StartedHook> {
  const pipes = makePipes(forAnswer);
  const { stdin, stdout, answer } = pipes?.hook ?? SOCKETS;
  const env = forAnswer ? { ...process.env, [ANSWER_DESCRIPTOR]: String(ANSWER_FD) } : process.env;
  try {
    const stdio = [stdin, stdout, stderr, ...(forAnswer ? [answer] : [])];
    const child = spawn(program, args, { env, stdio, detached: ownGroup && HAS_GROUPS });
    const ended = new Promise<Ending>((resolve) => {
      child.once("exit", (exit, signal) => resolve(signal === null ? { exit: exit ?? 0 } : { signal }));
    });
    await once(child, "spawn");
    const started = { process: child, ended, ...(child.stderr && { stderr: child.stderr }) };
    if (pipes === undefined) {
      const answer = forAnswer ? { answer: child.stdio[ANSWER_FD] as Readable } : {};
      return { ...started, stdin: child.stdin as Writable, stdout: child.stdout as Readable, ...answer };
    }
    for (const descriptor of Object.values(pipes.hook)) closeSync(descriptor);
    return { ...started, ...pipes.ours, stdin: writeTo(pipes.ours.stdin) };
  } catch (error) {
    for (const ends of Object.values(pipes ?? {}))
      for (const descriptor of Object.values(ends)) closeSync(descriptor as number);
    throw notRunError(spawnFailure((error as Error).message, program), error);
  }
}
