import type { Exit } from "@agent-hook/picoclaw";
import { HOST_TIMEOUTS_MS } from "@agent-hook/picoclaw/protocol";
import { failuresIn } from "@agent-hook/sdk/internal/simulations";
import { type ReplayedAnswer, type ReplayReport, replay } from "@agent-hook/testing";
import { notRunError } from "../command-error.js";
import { spawnFailure, withLastLines } from "../start-failure.js";
import type { Recording } from "./recording.js";
import type { ReplayedHost } from "./replayed-host.js";

/** The options of `replay`. */
export interface ReplayFlags {
  readonly hook?: string;
  readonly host?: string;
  readonly ignore?: readonly string[];
  readonly timeout?: number;
  readonly update?: true;
  readonly json?: true;
}

const TIMEOUTS_MS = { hello: 60_000, answer: 5000 };
const MAX_STDERR_LINES = 20;

/** The result of sending a recording. */
interface SendResult {
  readonly report: ReplayReport;
  /** The last lines of the hook's stderr. */
  readonly stderr: readonly string[];
}

/**
 * Sends a hook the host's side of a recording. Throws `CommandError` if the command or the hook does not start, or if hello
 * fails but succeeded in the recording.
 */
export async function sendRecording(
  recording: Recording,
  command: readonly [string, ...string[]],
  { host: name, version, variant, text }: ReplayedHost,
  { hook, host, ignore = [], update, timeout }: ReplayFlags,
  progress: (line: string) => void,
): Promise<SendResult> {
  const stderr: string[] = [];
  let startFailure: string | undefined;
  let compared = 0;
  const helloTimeoutMs = timeout === undefined ? TIMEOUTS_MS.hello : Math.max(timeout, HOST_TIMEOUTS_MS.hello);
  progress("starting the hook");
  const report = await replay(recording.entries, command, {
    host: name,
    ...(version === undefined ? {} : { version }),
    ...(variant === undefined ? {} : { variant }),
    timeoutMs: timeout ?? TIMEOUTS_MS.answer,
    helloTimeoutMs,
    ignore,
    ...(hook === undefined ? {} : { hook }),
    ...(host === undefined ? {} : { env: { AGENT_HOOK_HOST: text } }),
    onStderr(line) {
      stderr.push(line);
      startFailure ??= failuresIn(stderr.slice(-2)).find(({ where }) => where === "start")?.why;
      if (stderr.length > MAX_STDERR_LINES) stderr.shift();
    },
    onAnswer(answer) {
      compared += 1;
      progress(`${compared} compared, the last of ${answer.method ?? "an event"}`);
      return !failsHello(answer);
    },
  }).catch((error: NodeJS.ErrnoException) => {
    if (!error.syscall?.startsWith("spawn")) throw error;
    throw notRunError(spawnFailure(error.message, command[0]), error);
  });
  const failed = report.answers.find(failsHello);
  if (failed !== undefined) {
    throw notRunError(withLastLines(helloFailure(failed, report.exit, helloTimeoutMs), stderr.join("\n")));
  }
  const { answers, extra, exit } = report;
  const isSilent = extra.length === 0 && answers.every(({ actual }) => actual?.message === undefined);
  // An update would remove every answer from the recording.
  if (isSilent && (update || answers.length === 0)) {
    const endText = exit === undefined ? "" : `, and exited ${exitText(exit)}`;
    throw notRunError(withLastLines(`the hook did not answer at all${endText}`, stderr.join("\n")));
  }
  // Its answers are not decisions. An update would record them as such.
  if (startFailure !== undefined && !isSilent) {
    throw notRunError(`the hook cannot start, and answers every call with a denial: ${startFailure}`);
  }
  return { report, stderr };
}

function failsHello({ method, recorded, actual }: ReplayedAnswer): boolean {
  return method === "hook.hello" && recorded.message?.result !== undefined && actual?.message?.result === undefined;
}

function helloFailure({ actual }: ReplayedAnswer, exit: Exit | undefined, helloTimeoutMs: number): string {
  if (actual !== undefined) {
    const { code, message } = (actual.message?.error ?? {}) as { code?: unknown; message?: unknown };
    return `the hook answered hook.hello with error ${String(code)}: ${String(message)}`;
  }
  if (exit === undefined || exit.signal === "SIGKILL")
    return `the hook did not answer hook.hello within ${helloTimeoutMs} ms`;
  return `the hook did not answer hook.hello, and exited ${exitText(exit)}`;
}

/** Describes how a process ended: `with code 1`, `by SIGKILL`. */
export function exitText({ code, signal }: Exit): string {
  return signal === null ? `with code ${code}` : `by ${signal}`;
}
