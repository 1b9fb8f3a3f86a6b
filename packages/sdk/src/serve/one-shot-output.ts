import fs from "node:fs";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { CallAnswer } from "../runtime/session.js";
import type { Output } from "../runtime/stdout/output.js";
import type { Recording } from "./recording.js";
import type { AnswerSink } from "./session-opener.js";

const DESCRIPTOR = "AGENT_HOOK_FD";
const KEY = "AGENT_HOOK_KEY";
const EVENT = "AGENT_HOOK_EVENT";
/** The exit code that hosts treat as a denial. */
const DENIED_EXIT_CODE = 2;
const DIRTY_STDOUT =
  "something was printed to stdout before serve was called, so the host cannot read the hook's answer";

/** Thrown if `AGENT_HOOK_FD` or `AGENT_HOOK_KEY` is invalid. */
export class DescriptorError extends Error {
  override readonly name = "DescriptorError";
}

/** The pipe on which the launcher of this process reads the answer. */
export interface LauncherPipe {
  readonly descriptor: number;
  /** Proves that an answer is from the hook: its children inherit the descriptor, but do not know the key. */
  readonly key: string;
  /** The event for which the host's config starts the hook. */
  readonly event?: string;
}

/** Sends the hook's answer to the launcher that started the process, or to stdout if no launcher started it. */
export class OneShotOutput implements AnswerSink {
  #answered = false;

  constructor(
    private readonly hook: PreparedHook,
    private readonly output: Output,
    private readonly launcher: LauncherPipe | undefined,
    private readonly traceOutput: (text: string) => void,
    private readonly recording: Recording,
  ) {}

  /** From now on, if the hook is a guard and its process ends before it answers, it denies the call by exit code. */
  arm(): void {
    process.on("exit", () => {
      if (this.#answered || !this.hook.guards) return;
      this.#record("stopped", "the process ended before it answered", true);
      this.#deny(`hook "${this.hook.name}" ended before it answered`);
    });
  }

  /** Called if stdin ended, but no host was detected. */
  onNoHost(): void {
    if (this.hook.guards) this.#deny(`hook "${this.hook.name}" received no call that it supports`);
  }

  deliver(answer: CallAnswer): void {
    const { document, denial } = answer;
    if (document === undefined && denial !== undefined) this.#deny(denial);
    else if (this.launcher === undefined && this.output.hasEarlierOutput) this.#onDirtyStdout(answer);
    else this.#write(answer);
    // Set last: if anything above throws, the exit handler still denies the call.
    this.#answered = true;
  }

  #write(answer: CallAnswer): void {
    const document = answer.document ?? "";
    const text = document === "" ? "" : `${document}\n`;
    if (text !== "") this.traceOutput(text);
    if (this.launcher === undefined) {
      if (text === "") return;
      this.output.write(text);
      process.on("exit", () => {
        if (this.output.isBroken) this.#onLost(answer, "stdout");
      });
      return;
    }
    const { descriptor, key } = this.launcher;
    try {
      writeAll(descriptor, `${key} ${Buffer.byteLength(document)}\n${text}`);
    } catch (error) {
      this.#onLost(answer, `descriptor ${descriptor} (${(error as NodeJS.ErrnoException).code})`);
    }
  }

  /** Handles an answer that did not reach the host. Many hosts would continue as if the hook had made no decision. */
  #onLost({ document, denial }: CallAnswer, where: string): void {
    const message = `hook "${this.hook.name}": its answer could not be written to ${where}`;
    this.#record("not-sent", `the answer could not be written to ${where}`, denial !== undefined || this.hook.blocks);
    if (denial !== undefined) this.#deny(`${message}: ${denial}`);
    else if (this.hook.blocks) this.#deny(message);
    else if (document !== undefined) this.hook.log.error(message);
  }

  /**
   * Handles an answer that follows other output on stdout. Hosts do not parse such an answer, and continue as if the
   * hook had made no decision.
   */
  #onDirtyStdout({ document, denial }: CallAnswer): void {
    if (document !== undefined) this.#record("not-sent", DIRTY_STDOUT, denial !== undefined || this.hook.blocks);
    if (denial !== undefined) this.#deny(denial);
    else if (this.hook.blocks) this.#deny(`hook "${this.hook.name}": ${DIRTY_STDOUT}`);
    else if (document !== undefined) this.hook.log.error(`${DIRTY_STDOUT}; the answer was dropped`);
  }

  #record(kind: "stopped" | "not-sent", message: string, denies: boolean): void {
    this.recording.failed({ kind, where: "exit", message, denies });
  }

  /**
   * Denies by exit code. Some hosts also read stdout, whatever the exit code is, and obey JSON that they find on it.
   * Therefore, this method writes no JSON to stdout. If stdout has earlier output, it adds a word that is not JSON.
   */
  #deny(reason: string): void {
    process.exitCode = DENIED_EXIT_CODE;
    if (this.launcher === undefined && this.output.hasEarlierOutput) this.output.write("denied\n");
    fs.writeSync(process.stderr.fd, `${reason}\n`);
  }
}

/**
 * Returns the launcher's pipe, and removes it from the environment: child processes must not know the key or write to
 * the descriptor. Returns `undefined` if no launcher started the process. Throws `DescriptorError`.
 */
export function takeLauncherPipe(env: NodeJS.ProcessEnv): LauncherPipe | undefined {
  const { [DESCRIPTOR]: text, [KEY]: key = "", [EVENT]: event } = env;
  for (const name of [DESCRIPTOR, KEY, EVENT]) delete env[name];
  if (text === undefined) return undefined;
  const inherited = Number(text);
  const descriptor = /^\d+$/.test(text) && inherited > 2 ? reachable(inherited) : -1;
  if (!isPipe(descriptor)) {
    throw new DescriptorError(`${DESCRIPTOR}: expected the number of an open pipe, such as 3, got "${text}"`);
  }
  if (!/^[\w-]+$/.test(key)) {
    throw new DescriptorError(`${KEY}: expected the key of the launcher that set ${DESCRIPTOR}; update the launcher`);
  }
  return { descriptor, key, ...(event === undefined ? {} : { event }) };
}

/**
 * Returns a descriptor that this process can write to. Deno opens an inherited one by its path only, and throws
 * `NotCapable` without the permission to write to this path.
 */
function reachable(descriptor: number): number {
  if (process.versions.deno === undefined) return descriptor;
  try {
    return fs.openSync(`/dev/fd/${descriptor}`, fs.constants.O_WRONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return descriptor;
  }
}

const TYPE_BITS = 0o170000n;
/** Compared by hand: `isFIFO` is always false on Windows. */
const PIPE_TYPES: readonly bigint[] = [0o010000n, 0o140000n];

/**
 * Returns whether a descriptor is a pipe or a socket, so that a launcher can be at its other end. Any other descriptor
 * is an unrelated file, or one that Node opened for itself.
 */
function isPipe(descriptor: number): boolean {
  try {
    // bigint: see takeStdout.
    const { mode } = fs.fstatSync(descriptor, { bigint: true });
    return PIPE_TYPES.includes(mode & TYPE_BITS);
  } catch {
    return false;
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
}
