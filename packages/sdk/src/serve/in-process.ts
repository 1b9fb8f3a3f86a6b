import type { Hook } from "../hook/define-hook.js";
import { type Clock, systemClock } from "../runtime/clock.js";
import type { FailureKind } from "../runtime/failure.js";
import type { Manifest } from "../runtime/manifest.js";
import type { CallAnswer } from "../runtime/session.js";
import { HostDetector } from "./host-detector.js";
import { assertToolNames } from "./mcp-with-events.js";
import type { AnswerWay } from "./one-call.js";
import { openHook } from "./open-hook.js";
import { sessionOpener } from "./session-opener.js";
import { parseHost } from "./wanted-host.js";

export type { CallAnswer, Clock, FailureKind, Manifest };

/** A call at which the hook failed, told to those who run it in their own process. */
export interface HookFailure {
  readonly kind: FailureKind;
  /** The hook's name; of a composition, the member's. */
  readonly hook: string;
  /** The point, `hello`, `onStart`, or the tool. */
  readonly where: string;
  /** As in the words that the host was told. */
  readonly id: string;
  readonly message: string;
  /** What was thrown, if something was. */
  readonly cause?: unknown;
}

/** The surroundings of a hook that runs without a process of its own. */
export interface InProcessOptions {
  /** Takes whole lines, newline included: what the hook says to its host. */
  write(text: string): void;
  /** `NAME[@VERSION]`, as `--host` takes it. Default: the first message tells. */
  readonly host?: string;
  /** Settings and `AGENT_HOOK_LOG`; default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** The hook's log; default stderr. */
  writeError?(text: string): void;
  onFailure?(failure: HookFailure): void;
}

/** A hook at work in this process, on lines in place of stdin and stdout. */
export interface InProcessHook {
  readonly manifest: Manifest;
  /** What a host says, a line an item, without newlines. */
  receive(lines: readonly string[]): void;
  /** The host says no more. A host that asks once has its answer now; nothing for one that stays. */
  inputEnded(): Promise<CallAnswer | undefined>;
  /** No new work. Running calls get `graceMs`, then their failure's answer; settles when all is written. */
  end(graceMs: number): Promise<void>;
}

/**
 * Runs a hook without a process, as `serve` runs it with one: the same checks, adapters, deadlines and failure policies.
 * stdout, signals and exit codes stay the caller's. Rejects where `serve` would not start, with the same words.
 *
 * @example const running = await runInProcess(hook, { write: (text) => console.log(text) });
 */
export async function runInProcess(hook: Hook, options: InProcessOptions): Promise<InProcessHook> {
  const wanted = options.host === undefined ? undefined : parseHost("host", options.host);
  const env = options.env ?? process.env;
  const writeError = options.writeError ?? ((text: string) => process.stderr.write(text));
  const { manifest, hook: prepared } = await openHook(hook, { env, writeError, onFailure: options.onFailure });
  assertToolNames(manifest, wanted);
  const write = (text: string) => options.write(text);
  let answered: CallAnswer | undefined;
  const once: AnswerWay = {
    arm() {},
    deliver(answer) {
      answered = answer;
      if (answer.document !== undefined) write(`${answer.document}\n`);
    },
  };
  const open = sessionOpener({
    hook: prepared,
    manifest,
    wanted,
    env,
    clock: options.clock ?? systemClock,
    write,
    once,
  });
  const detector = new HostDetector(open, write, prepared.log, wanted?.adapter);
  return {
    manifest,
    receive: (lines) => detector.receive(lines),
    async inputEnded() {
      await detector.inputEnded();
      return answered;
    },
    end: (graceMs) => detector.end(graceMs),
  };
}
