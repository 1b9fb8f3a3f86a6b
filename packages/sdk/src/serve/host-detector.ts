import type { Log } from "../hook/context.js";
import type { KnownHost } from "../hosts/known-host.js";
import { hostOf, oneShotHostOf } from "../hosts/registry.js";
import { warnOfRepeats } from "../runtime/repeats.js";
import type { Service } from "../runtime/session.js";
import { type Answer, answerLine, methodNotFound } from "../wire/answer.js";
import { parsed, readMessage } from "../wire/message.js";

/** Opens the service for a host. */
export type Open = (adapter: KnownHost) => Promise<Service>;

/**
 * Reads lines until one identifies the host, then passes everything on to its service. A host that was named is not
 * detected. Messages before that are answered as JSON-RPC requires. No line is lost while an adapter loads.
 */
export class HostDetector {
  #service: Service | undefined;
  #opening: Promise<Service> | undefined;
  #early: string[] = [];
  /** Lines that may together be one JSON document from a one-shot host. */
  #held: string[] | undefined;
  readonly #warn: (message: string) => void;
  /** With a named host: whether another host is calling. `undefined` until the first message. */
  #isAnother: boolean | undefined;

  constructor(
    private readonly open: Open,
    private readonly write: (text: string) => void,
    private readonly log: Log,
    private readonly named: KnownHost | undefined,
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

  /** The input ended. Returns whether a host was detected. */
  async inputEnded(): Promise<boolean> {
    this.#readHeld();
    this.#refuseHeld();
    const service = await this.#opening;
    if (this.#isAnother) return false;
    await service?.inputEnded?.();
    return service !== undefined;
  }

  /** Settles when the service has ended, immediately if there is none. */
  async end(graceMs: number): Promise<void> {
    const service = await this.#opening;
    await service?.end(graceMs);
  }

  /** A one-shot host would not understand an answer in the wire of another host. */
  #callerIsNot(named: KnownHost, lines: readonly string[]): boolean | undefined {
    if (named.lifetime === "one-shot") return false;
    const first = lines.find((line) => line.trim() !== "");
    if (first === undefined) return undefined;
    const message = parsed(first);
    const caller = oneShotHostOf(message);
    if (caller !== undefined) this.log.error(`the host is ${caller.name}, but --host is ${named.name}`);
    return caller !== undefined;
  }

  #recognise(line: string): void {
    const adapter = hostOf(parsed(line));
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

  /** Starts the service if the held lines are one document. */
  #readHeld(): void {
    if (this.#held === undefined) return;
    const first = parsed(this.#held.join("\n"));
    const adapter = oneShotHostOf(first);
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
    this.#warn("this is not a message from a known host; the hook is waiting for one");
    if (incoming.kind === "problem") this.#answer(incoming.id, { error: incoming.error });
    if (incoming.kind === "request") this.#answer(incoming.id, methodNotFound(incoming.method));
  }

  #answer(id: string | number | null, answer: Answer): void {
    this.write(answerLine(id, answer, Number.POSITIVE_INFINITY));
  }

  #start(adapter: KnownHost): void {
    this.#opening = this.open(adapter).then((service) => {
      this.#service = service;
      service.receive(this.#early);
      this.#early = [];
      return service;
    });
  }
}
