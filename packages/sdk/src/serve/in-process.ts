import type { Hook } from "../hook/define-hook.js";
import { type Clock, systemClock } from "../runtime/clock.js";
import type { FailureKind } from "../runtime/failure.js";
import type { Manifest } from "../runtime/manifest.js";
import type { AnswerInTest } from "../runtime/person.js";
import type { CallAnswer } from "../runtime/session.js";
import { configuredStore, memoryStore, type StoreSource } from "../store/source.js";
import { parseHost } from "./configured-host.js";
import { HostDetector } from "./host-detector.js";
import { assertToolNames } from "./host-names.js";
import { openHook } from "./open-hook.js";
import { type AnswerSink, sessionOpener } from "./session-opener.js";

export type { AnswerInTest, CallAnswer, Clock, FailureKind, Manifest, StoreSource };
export { memoryStore };

/** A failure of a hook that runs in the caller's process. */
export interface HookFailure {
  readonly kind: FailureKind;
  /** The name of the hook, or of the member of a composed hook. */
  readonly hook: string;
  /** The point, `hello`, `setup`, or the tool. */
  readonly where: string;
  /** The id that is also in the text that the host received. */
  readonly id: string;
  readonly message: string;
  /** The thrown value, if any. */
  readonly cause?: unknown;
}

/** Options for a hook that runs without its own process. */
export interface InProcessOptions {
  /** Receives the hook's output to the host, as complete lines with newlines. */
  write(text: string): void;
  /** `NAME[@VERSION][/VARIANT]`, as for `--host`. Default: detected from the first message. */
  readonly host?: string;
  /** Settings and `AGENT_HOOK_LOG_LEVEL`. Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Receives the hook's log. Default: stderr. */
  writeError?(text: string): void;
  onFailure?(failure: HookFailure): void;
  /**
   * What `context.store` uses, such as `memoryStore()`. Default: the store that `AGENT_HOOK_STORE` in `env` names, or a
   * new one in memory. The store of this option is not closed.
   */
  readonly store?: StoreSource;
  /** In a test: answers what `askPerson` asks a person. Resolves to `undefined` if nobody answers. */
  readonly answerInTest?: AnswerInTest;
}

/** A hook that runs in this process, with lines instead of stdin and stdout. */
export interface InProcessHook {
  readonly manifest: Manifest;
  /** Receives lines from the host, without newlines. */
  receive(lines: readonly string[]): void;
  /** Ends the input. Resolves to the answer for a one-shot host, or `undefined` for a persistent host. */
  inputEnded(): Promise<CallAnswer | undefined>;
  /** Accepts no new calls. Running calls get `graceMs`, then are answered as failures. Settles when all is written. */
  end(graceMs: number): Promise<void>;
}

/**
 * Runs a hook in the caller's process, with the same checks, adapters, deadlines and failure policies as `serve`.
 * Leaves stdout, signals and exit codes to the caller. Rejects if `serve` would not start, with the same message.
 *
 * @example const running = await runInProcess(hook, { write: (text) => console.log(text) });
 */
export async function runInProcess(hook: Hook, options: InProcessOptions): Promise<InProcessHook> {
  const configured = options.host === undefined ? undefined : parseHost("host", options.host);
  const env = options.env ?? process.env;
  const writeError = options.writeError ?? ((text: string) => process.stderr.write(text));
  const clock = options.clock ?? systemClock;
  const store = options.store ?? configuredStore({ AGENT_HOOK_STORE: "memory:", ...env }, clock);
  const { onFailure } = options;
  const { manifest, hook: opened } = await openHook(hook, { env, writeError, onFailure, store });
  const prepared = { ...opened, answerInTest: options.answerInTest };
  assertToolNames(manifest, configured);
  const write = (text: string) => options.write(text);
  let lastAnswer: CallAnswer | undefined;
  const output: AnswerSink = {
    arm() {},
    deliver(answer) {
      lastAnswer = answer;
      if (answer.document !== undefined) write(`${answer.document}\n`);
    },
  };
  const open = sessionOpener({
    hook: prepared,
    manifest,
    configured,
    env,
    clock,
    write,
    output,
  });
  const detector = new HostDetector(open, write, prepared.log, configured?.adapter);
  return {
    manifest,
    receive: (lines) => detector.receive(lines),
    async inputEnded() {
      await detector.inputEnded();
      return lastAnswer;
    },
    async end(graceMs) {
      await detector.end(graceMs);
      if (options.store === undefined) await store.close();
    },
  };
}
