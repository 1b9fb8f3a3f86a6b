import fs from "node:fs";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { CallAnswer } from "../runtime/session.js";
import type { Output } from "../runtime/stdout/output.js";
import { DescriptorError } from "./descriptor-error.js";
import type { AnswerWay } from "./one-call.js";

/** What a launcher says of the way to it. */
const DESCRIPTOR = "AGENT_HOOK_FD";
/** A launcher takes an answer for whole when it ends with this. */
const END_MARK = ".\n";
/** An exit code that hosts take for a refusal. */
const REFUSED = 2;
const DIRTY = "something was printed to stdout before serve was called, so the host could not read an answer";

/** The way to the launcher that started the process, else to stdout. */
export class AnswerOnce implements AnswerWay {
  #answered = false;

  constructor(
    private readonly hook: PreparedHook,
    private readonly output: Output,
    private readonly descriptor: number | undefined,
    private readonly traced: (text: string) => void,
  ) {}

  /** From here on, a process of a guard that ends without having answered refuses. */
  expect(): void {
    process.on("exit", () => {
      if (this.#answered || !this.hook.guards) return;
      this.#refuse(`hook "${this.hook.name}" ended before it answered`);
    });
  }

  /** Input ended, and no host was known by it. */
  heardNoHost(): void {
    if (this.hook.guards) this.#refuse(`hook "${this.hook.name}" was asked nothing that it knows`);
  }

  deliver(answer: CallAnswer): void {
    this.#answered = true;
    const { document, refusal } = answer;
    if (document === undefined && refusal !== undefined) this.#refuse(refusal);
    else if (this.descriptor === undefined && this.output.dirty) this.#onDirtyStdout(answer);
    else this.#write(answer);
  }

  #write(answer: CallAnswer): void {
    const text = answer.document === undefined ? "" : `${answer.document}\n`;
    if (text !== "") this.traced(text);
    if (this.descriptor === undefined) {
      if (text === "") return;
      this.output.write(text);
      process.on("exit", () => {
        if (this.output.broken) this.#onLost(answer, "stdout");
      });
      return;
    }
    try {
      writeWhole(this.descriptor, text + END_MARK);
    } catch (error) {
      this.#onLost(answer, `descriptor ${this.descriptor} (${(error as NodeJS.ErrnoException).code})`);
    }
  }

  /** The host did not hear it: to many that is as if nothing had been said. */
  #onLost({ document, refusal }: CallAnswer, where: string): void {
    const lost = `hook "${this.hook.name}": its answer could not be written to ${where}`;
    if (refusal !== undefined) this.#refuse(`${lost}: ${refusal}`);
    else if (this.hook.blocks) this.#refuse(lost);
    else if (document !== undefined) this.hook.log.error(lost);
  }

  /** Hosts take an answer behind other text for text, and go on as if nothing had been said. */
  #onDirtyStdout({ document, refusal }: CallAnswer): void {
    if (refusal !== undefined) this.#refuse(refusal);
    else if (this.hook.blocks) this.#refuse(`hook "${this.hook.name}": ${DIRTY}`);
    else if (document !== undefined) this.hook.log.error(`${DIRTY}: it was dropped`);
  }

  /** stdout stays empty, for some hosts read it whatever the exit code is; what is there already must be no JSON. */
  #refuse(reason: string): void {
    process.exitCode = REFUSED;
    if (this.descriptor === undefined && this.output.dirty) this.output.write("refused\n");
    fs.writeSync(process.stderr.fd, `${reason}\n`);
  }
}

/** The descriptor that a launcher gave, taken out of the environment: a child would write to a wrong one. */
export function takeDescriptor(env: NodeJS.ProcessEnv): number | undefined {
  const text = env[DESCRIPTOR];
  delete env[DESCRIPTOR];
  if (text === undefined) return undefined;
  const descriptor = Number(text);
  if (/^\d+$/.test(text) && descriptor > 2 && isPipe(descriptor)) return descriptor;
  throw new DescriptorError(`${DESCRIPTOR}: expected the number of an open pipe, such as 3, got "${text}"`);
}

/** What a launcher reads from. A process has descriptors of its own, and a file of somebody else's may be open. */
function isPipe(descriptor: number): boolean {
  try {
    // bigint: see takeStdout.
    const stats = fs.fstatSync(descriptor, { bigint: true });
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
}
