import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { HAS_GROUPS } from "@agent-hook/sdk/internal/process-group";
import { notRunError } from "../command-error.js";
import { spawnFailure } from "../start-failure.js";
import { ANSWER_DESCRIPTOR } from "./answer-descriptor.js";
import { readFrom, writeTo } from "./descriptors.js";
import { makePipes, type Pipe } from "./pipes.js";

/** How a hook's process ended. */
export type Ending = { readonly exit: number } | { readonly signal: NodeJS.Signals };

export interface StartedHook {
  readonly process: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** What the hook writes to the launcher's descriptor, if the hook received one. */
  readonly answer?: Readable;
  /** Set with `stderr: "pipe"`. */
  readonly stderr?: Readable;
  readonly ended: Promise<Ending>;
}

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
  const env = forAnswer ? { ...process.env, [ANSWER_DESCRIPTOR]: String(ANSWER_FD) } : process.env;
  const pipes = makePipes(forAnswer);
  const ends = (name: "hook" | "ours") => Object.values<Pipe>({ ...pipes }).map((pipe) => pipe[name]);
  try {
    const answerEnd = forAnswer ? [pipes?.answer?.hook ?? ("pipe" as const)] : [];
    const stdio = [pipes?.stdin.hook ?? "pipe", pipes?.stdout.hook ?? "pipe", stderr, ...answerEnd] as const;
    const child = spawn(program, args, { env, stdio: [...stdio], detached: ownGroup && HAS_GROUPS });
    const ended = new Promise<Ending>((resolve) => {
      child.once("exit", (exit, signal) => resolve(signal === null ? { exit: exit ?? 0 } : { signal }));
    });
    await once(child, "spawn");
    return {
      process: child,
      ended,
      stdin: pipes ? writeTo(pipes.stdin.ours) : (child.stdin as Writable),
      stdout: pipes ? readFrom(pipes.stdout.ours) : (child.stdout as Readable),
      ...(forAnswer && {
        answer: pipes?.answer ? readFrom(pipes.answer.ours) : (child.stdio[ANSWER_FD] as Readable),
      }),
      ...(child.stderr && { stderr: child.stderr }),
    };
  } catch (error) {
    for (const end of ends("ours")) closeSync(end);
    throw notRunError(spawnFailure((error as Error).message, program), error);
  } finally {
    for (const end of ends("hook")) closeSync(end);
  }
}
