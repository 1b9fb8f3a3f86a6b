import type { Log } from "../hook/context.js";
import { warnOfRepeats } from "../runtime/repeats.js";
import type { Service } from "../runtime/session.js";
import { type Answer, answerLine, methodNotFound } from "../wire/answer.js";
import { parsed, readMessage } from "../wire/message.js";
import { adapters, type HostAdapter } from "./adapters.js";

/** Opens the service of a host. */
export type Open = (adapter: HostAdapter) => Promise<Service>;

/**
 * Takes lines until one tells the host, then hands over. A host that was named needs no recognition. What comes before
 * is answered as JSON-RPC demands; no line is lost while an adapter loads.
 */
export class HostDetector {
  #service: Service | undefined;
  #opening: Promise<Service> | undefined;
  #early: string[] = [];
  /** The lines of what may be one document over several of them, of a host that asks once. */
  #held: string[] | undefined;
  readonly #warn: (message: string) => void;
  /** Where a host was named: whether what calls is another one. Nothing until it has called. */
  #isAnother: boolean | undefined;

  constructor(
    private readonly open: Open,
    private readonly write: (text: string) => void,
    private readonly log: Log,
    private readonly named: HostAdapter | undefined,
  ) {
    this.#warn = warnOfRepeats(log);
    if (named !== undefined) this.#start(named);
  }

  receive(lines: readonly string[]): void {
    if (this.named !== undefined) this.#isAnother ??= this.#callerIsNot(this.named, lines);
    if (this.#isAnother) return;
    if (this.#service !== undefined) {
      this.#service.receive(lines);
      return;
    }
    for (const line of lines) {
      if (this.#opening === undefined) this.#recognise(line);
      else this.#early.push(line);
    }
  }

  /** The host says no more; whether one was known. */
  async heardAll(): Promise<boolean> {
    this.#readHeld();
    this.#refuseHeld();
    const service = await this.#opening;
    if (this.#isAnother) return false;
    await service?.inputEnded?.();
    return service !== undefined;
  }

  /** Settles when the service has ended, at once if there is none. */
  async end(graceMs: number): Promise<void> {
    const service = await this.#opening;
    await service?.end(graceMs);
  }

  /** A host that asks once takes the words of another wire for no answer. */
  #callerIsNot(named: HostAdapter, lines: readonly string[]): boolean | undefined {
    if (named.lifetime === "one-shot") return false;
    const first = lines.find((line) => line.trim() !== "");
    if (first === undefined) return undefined;
    const message = parsed(first);
    const caller = adapters.find(({ lifetime, recognise }) => lifetime === "one-shot" && recognise(message));
    if (caller !== undefined) this.log.error(`${caller.name} calls, and --host says ${named.name}`);
    return caller !== undefined;
  }

  #recognise(line: string): void {
    const adapter = adapters.find((candidate) => candidate.recognise(parsed(line)));
    if (adapter !== undefined) {
      this.#refuseHeld();
      this.#early.push(line);
      this.#start(adapter);
    } else if (this.#held !== undefined || line.trim() === "{") {
      this.#held ??= [];
      this.#held.push(line);
      if (line.trimEnd() === "}") this.#readHeld();
    } else {
      this.#refuse(line);
    }
  }

  /** Begins with the document that the held lines are, if they are one. */
  #readHeld(): void {
    if (this.#held === undefined) return;
    const first = parsed(this.#held.join("\n"));
    const adapter = adapters.find(({ lifetime, recognise }) => lifetime === "one-shot" && recognise(first));
    if (adapter !== undefined) {
      this.#early.push(...this.#held);
      this.#held = undefined;
      this.#start(adapter);
    } else if (first !== undefined) {
      this.#refuseHeld();
    }
  }

  #refuseHeld(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const line of held) this.#refuse(line);
  }

  #refuse(line: string): void {
    const incoming = readMessage(line);
    if (incoming.kind === "blank") return;
    this.#warn("this is no message of a host that is known; the hook waits for one");
    if (incoming.kind === "problem") this.#answer(incoming.id, { error: incoming.error });
    if (incoming.kind === "request") this.#answer(incoming.id, methodNotFound(incoming.method));
  }

  #answer(id: string | number | null, answer: Answer): void {
    this.write(answerLine(id, answer, Number.POSITIVE_INFINITY));
  }

  #start(adapter: HostAdapter): void {
    this.#opening = this.open(adapter).then((service) => {
      this.#service = service;
      service.receive(this.#early);
      this.#early = [];
      return service;
    });
  }
}
