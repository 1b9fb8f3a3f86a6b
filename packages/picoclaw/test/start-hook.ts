import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { HookError, HookProcess, type HookProcessOptions } from "../src/index.js";

/** Milliseconds, far above any duration: a call that hangs reaches the test's own timeout first. */
export const AGES = 600_000;

/** Returns the command of a file from `hooks/`. */
export function hookCommand(file: string, ...args: string[]): string[] {
  return [process.execPath, fileURLToPath(new URL(`hooks/${file}`, import.meta.url)), ...args];
}

/** Starts a hook, by default `hooks/puppet.mjs`, and kills it when the test ends. */
export async function startHook(options: Partial<HookProcessOptions> = {}): Promise<HookProcess> {
  const hook = await HookProcess.start({
    name: "probe",
    command: hookCommand("puppet.mjs"),
    helloTimeoutMs: 25_000,
    ...options,
  });
  onTestFinished(async () => {
    await hook.close({ endMs: 0, termMs: 0 });
  });
  return hook;
}

/** What `hooks/puppet.mjs` does with a call. */
export interface Script {
  readonly result?: unknown;
  readonly error?: unknown;
  readonly stderr?: string;
  /** Written instead of the answer. `ID` and `ANSWER` stand for the call's id and its whole answer. */
  readonly print?: string;
  /** Pads the answer to this many bytes, including the newline. */
  readonly padTo?: number;
  /** Base64, written before the answer. `"id":ID` gets the call's id. */
  readonly bytes?: string;
  /** The signal that the hook sends to itself. */
  readonly kill?: NodeJS.Signals;
  /** A file descriptor to close before the answer. */
  readonly close?: number;
  readonly exit?: number;
  /** Holds the answer back. */
  readonly hold?: true;
  /** Answers, then releases the held answers in reverse order. */
  readonly release?: true;
}

/** Returns the params of a tool call with a script. */
export function call(script: Script = {}, args: Record<string, unknown> = {}) {
  return { tool: "exec", arguments: args, script };
}

/** Returns what `hooks/puppet.mjs` received, from its answer. */
export function received(answer: Record<string, unknown>) {
  return answer.heard as {
    readonly id: number;
    readonly method: string;
    readonly params: Record<string, unknown>;
    readonly events: readonly { readonly method: string; readonly params: unknown }[];
  };
}

/** Returns the error of a promise that must fail, as every failure of a hook process does. */
export async function failureOf(promise: Promise<unknown>): Promise<HookError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  expect(outcome).toHaveProperty("error");
  const { error } = outcome as { error: unknown };
  expect(error).toBeInstanceOf(HookError);
  return error as HookError;
}

/** Returns whether a process exists. */
export function lives(pid: unknown): boolean {
  try {
    return process.kill(pid as number, 0);
  } catch {
    return false;
  }
}
