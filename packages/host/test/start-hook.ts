import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { HookError, HookProcess, type HookProcessOptions } from "../src/index.js";

/** Far above what anything takes: a call that hangs runs into the test's own timeout. */
export const AGES = 600_000;

/** The command of a file of `hooks/`. */
export function hookCommand(file: string, ...args: string[]): string[] {
  return [process.execPath, fileURLToPath(new URL(`hooks/${file}`, import.meta.url)), ...args];
}

/** Starts a hook, `hooks/puppet.mjs` unless a command is given, and kills it when the test ends. */
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
  /** Written in place of the answer: `ID` and `ANSWER` stand for the call's id and its whole answer. */
  readonly print?: string;
  /** The answer, made this many bytes long, newline included. */
  readonly padTo?: number;
  /** Base64, written before the answer; `"id":ID` gets the call's id. */
  readonly bytes?: string;
  /** Sent to itself. */
  readonly kill?: NodeJS.Signals;
  /** A file descriptor, closed before the answer. */
  readonly close?: number;
  readonly exit?: number;
  /** Keeps the answer back. */
  readonly hold?: true;
  /** Answers, then gives the answers that were kept back, the last one first. */
  readonly release?: true;
}

/** The params of a tool call with a script. */
export function call(script: Script = {}, args: Record<string, unknown> = {}) {
  return { tool: "exec", arguments: args, script };
}

/** What `hooks/puppet.mjs` heard, out of its answer. */
export function heard(answer: Record<string, unknown>) {
  return answer.heard as {
    readonly id: number;
    readonly method: string;
    readonly params: Record<string, unknown>;
    readonly events: readonly { readonly method: string; readonly params: unknown }[];
  };
}

/** The error of a promise that must fail, as every failure of a hook process. */
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

/** Whether a process is there. */
export function lives(pid: unknown): boolean {
  try {
    return process.kill(pid as number, 0);
  } catch {
    return false;
  }
}
