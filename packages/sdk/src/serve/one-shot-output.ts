import fs from "node:fs";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { CallAnswer } from "../runtime/session.js";
import type { Output } from "../runtime/stdout/output.js";
import type { AnswerSink } from "./session-opener.js";

const DESCRIPTOR = "AGENT_HOOK_FD";
const KEY = "AGENT_HOOK_KEY";
const EVENT = "AGENT_HOOK_EVENT";
/** The exit code that hosts treat as a denial. */
const DENIED_EXIT_CODE = 2;
const DIRTY_STDOUT = "something was printed to stdout before serve was called, so the host could not read an answer";

/** Thrown if `AGENT_HOOK_FD` or `AGENT_HOOK_KEY` is invalid. */
export class DescriptorError extends Error {
  override readonly name = "DescriptorError";
}

/** The pipe on which the launcher of this process reads the answer. */
export interface LauncherPipe {
  readonly descriptor: number;
  /** Proves that an answer is from the hook: its children inherit the descriptor, but do not know the key. */
  readonly key: string;
  /** The event that the hook was configured for. */
  readonly event?: string;
}

/** Sends the answer to the launcher that started the process, or to stdout without one. */
export class OneShotOutput implements AnswerSink {
  #answered = false;

  constructor(
    private readonly hook: PreparedHook,
    private readonly output: Output,
    private readonly launcher: LauncherPipe | undefined,
    private readonly traceOutput: (text: string) => void,
  ) {}

  /** From now on, a guard denies the call if its process ends before it answers. */
  arm(): void {
    process.on("exit", () => {
      if (this.#answered || !this.hook.guards) return;
      this.#deny(`hook "${this.hook.name}" ended before it answered`);
    });
  }

  /** The input ended, but no host was detected. */
  onNoHost(): void {
    if (this.hook.guards) this.#deny(`hook "${this.hook.name}" received no call that it supports`);
  }

  deliver(answer: CallAnswer): void {
    const { document, denial } = answer;
    if (document === undefined && denial !== undefined) this.#deny(denial);
    else if (this.launcher === undefined && this.output.hasEarlierOutput) this.#onDirtyStdout(answer);
    else this.#write(answer);
    // Last: if anything above throws, the exit handler denies the call.
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

  /** The host did not receive the answer. Many hosts then continue as if there were no decision. */
  #onLost({ document, denial }: CallAnswer, where: string): void {
    const message = `hook "${this.hook.name}": its answer could not be written to ${where}`;
    if (denial !== undefined) this.#deny(`${message}: ${denial}`);
    else if (this.hook.blocks) this.#deny(message);
    else if (document !== undefined) this.hook.log.error(message);
  }

  /** Hosts do not parse an answer after other output, and continue as if there were no decision. */
  #onDirtyStdout({ document, denial }: CallAnswer): void {
    if (denial !== undefined) this.#deny(denial);
    else if (this.hook.blocks) this.#deny(`hook "${this.hook.name}": ${DIRTY_STDOUT}`);
    else if (document !== undefined) this.hook.log.error(`${DIRTY_STDOUT}: it was dropped`);
  }

  /**
   * Denies by exit code. Some hosts read stdout regardless of the exit code. Therefore, this writes nothing there, or
   * makes earlier output invalid JSON.
   */
  #deny(reason: string): void {
    process.exitCode = DENIED_EXIT_CODE;
    if (this.launcher === undefined && this.output.hasEarlierOutput) this.output.write("denied\n");
    fs.writeSync(process.stderr.fd, `${reason}\n`);
  }
}

/** Removes the launcher's pipe from the environment: children must not know the key or write to the descriptor. */
export function takeLauncherPipe(env: NodeJS.ProcessEnv): LauncherPipe | undefined {
  const { [DESCRIPTOR]: text, [KEY]: key = "", [EVENT]: event } = env;
  for (const name of [DESCRIPTOR, KEY, EVENT]) delete env[name];
  if (text === undefined) return undefined;
  const descriptor = Number(text);
  if (!/^\d+$/.test(text) || descriptor <= 2 || !isPipe(descriptor)) {
    throw new DescriptorError(`${DESCRIPTOR}: expected the number of an open pipe, such as 3, got "${text}"`);
  }
  if (!/^[\w-]+$/.test(key)) {
    throw new DescriptorError(`${KEY}: expected the key of the launcher that set ${DESCRIPTOR}; update the launcher`);
  }
  return { descriptor, key, ...(event === undefined ? {} : { event }) };
}

/**
 * Whether a launcher may read from a descriptor. Other descriptors belong to the process itself or to an unrelated
 * file.
 */
function isPipe(descriptor: number): boolean {
  try {
    // bigint: see takeStdout.
    const stats = fs.fstatSync(descriptor, { bigint: true });
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
}
