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

  /** From here on, a process of a `block` hook that ends without having answered refuses. */
  expect(): void {
    process.on("exit", () => {
      if (this.#answered || !this.hook.blocks) return;
      this.#refuse(`hook "${this.hook.name}" ended before it answered`);
    });
  }

  /** Input ended, and no host was known by it. */
  heardNoHost(): void {
    if (this.hook.blocks) this.#refuse(`hook "${this.hook.name}" was asked nothing that it knows`);
  }

  deliver(answer: CallAnswer): void {
    this.#answered = true;
    const { document, refusal } = answer;
    if (document === undefined && refusal !== undefined) this.#refuse(refusal);
    else if (this.descriptor === undefined && this.output.dirty) this.#onDirtyStdout(answer);
    else this.#write(document === undefined ? "" : `${document}\n`);
  }

  #write(text: string): void {
    if (text !== "") this.traced(text);
    if (this.descriptor === undefined) this.output.write(text);
    else writeWhole(this.descriptor, text + END_MARK);
  }

  /** Hosts take an answer behind other text for text, and go on as if nothing had been said. */
  #onDirtyStdout({ document, refusal }: CallAnswer): void {
    if (refusal !== undefined) this.#refuse(refusal);
    else if (this.hook.blocks) this.#refuse(`hook "${this.hook.name}": ${DIRTY}`);
    else if (document !== undefined) this.hook.log.error(`${DIRTY}: it was dropped`);
  }

  /** stdout stays empty: some hosts read it whatever the exit code is. */
  #refuse(reason: string): void {
    process.exitCode = REFUSED;
    fs.writeSync(process.stderr.fd, `${reason}\n`);
  }
}

/** The descriptor that a launcher gave, taken out of the environment: a child would write to a wrong one. */
export function takeDescriptor(env: NodeJS.ProcessEnv): number | undefined {
  const text = env[DESCRIPTOR];
  delete env[DESCRIPTOR];
  if (text === undefined) return undefined;
  const descriptor = Number(text);
  if (Number.isInteger(descriptor) && descriptor > 2) return descriptor;
  throw new DescriptorError(`${DESCRIPTOR}: expected the number of an open descriptor, such as 3`);
}

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
}
