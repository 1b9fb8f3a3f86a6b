import type { Log } from "../hook/context.js";
import type { KnownHost } from "../hosts/known-host.js";
import { hostOf, oneShotHostOf } from "../hosts/registry.js";
import { createRepeatLimiter } from "../runtime/log.js";
import type { Service } from "../runtime/session.js";
import { type Answer, answerLine, methodNotFound } from "../wire/answer.js";
import { parseJson, readMessage } from "../wire/message.js";

/** Opens the service for a host. */
export type Open = (host: KnownHost) => Promise<Service>;

/**
 * Reads lines until one identifies the host, and then connects the host's service to the input. Answers earlier
 * messages as JSON-RPC requires. If `--host` names the host, detects nothing. No line is lost while an adapter loads.
 */
export class HostDetector {
  /** Receives the lines of one chunk of input. Once the host's service is open, this is the service's own method. */
  receive: Service["receive"] = (lines) => this.#detect(lines);
  #opening: Promise<Service> | undefined;
  /** Lines that may together be one JSON document from a one-shot host. */
  #heldLines: string[] | undefined;
  readonly #warn: (message: string) => void;
  /** Whether the messages are from another host than `--host` names. */
  #isWrongHost = false;

  constructor(
    private readonly open: Open,
    private readonly write: (text: string) => void,
    private readonly log: Log,
    namedHost: KnownHost | undefined,
  ) {
    this.#warn = createRepeatLimiter(log);
    if (namedHost === undefined) return;
    // Opened before the host writes, since loading takes a while.
    const opening = this.open(namedHost);
    this.#opening = opening;
    if (namedHost.lifetime === "one-shot") this.#connect(opening);
    else this.receive = (lines) => this.#checkCaller(namedHost, opening, lines);
  }

  /** The input ended. Returns whether a host was detected. */
  async inputEnded(): Promise<boolean> {
    this.#readHeld();
    this.#rejectHeld();
    const service = await this.#opening;
    if (this.#isWrongHost) return false;
    await service?.inputEnded?.();
    return service !== undefined;
  }

  /** Settles when the service has ended. If no service was opened, settles immediately. */
  async end(graceMs: number): Promise<void> {
    const service = await this.#opening;
    await service?.end(graceMs);
  }

  /** Checks the first message if `--host` names a persistent host: a one-shot host would not understand the answer. */
  #checkCaller(namedHost: KnownHost, opening: Promise<Service>, lines: readonly string[]): void {
    const at = lines.findIndex((line) => line.trim() !== "");
    if (at === -1) return;
    const message = parseJson(lines[at] as string);
    const caller = oneShotHostOf(message);
    if (caller === undefined) {
      this.#connect(opening);
      this.receive(lines.slice(at), message);
    } else {
      this.log.error(`the host is ${caller.name}, but --host is ${namedHost.name}`);
      this.#isWrongHost = true;
      this.receive = () => {};
    }
  }

  #detect(lines: readonly string[]): void {
    for (const [at, line] of lines.entries()) {
      this.#recognise(line);
      if (this.#opening === undefined) continue;
      if (at + 1 < lines.length) this.receive(lines.slice(at + 1));
      return;
    }
  }

  #recognise(line: string): void {
    const message = parseJson(line);
    const host = hostOf(message);
    if (host !== undefined) {
      this.#rejectHeld();
      this.#connect(this.open(host));
      this.receive([line], message);
    } else if (this.#heldLines !== undefined || line.trim() === "{") {
      this.#heldLines ??= [];
      this.#heldLines.push(line);
      if (line.trimEnd() === "}") this.#readHeld();
    } else {
      this.#reject(line);
    }
  }

  /** Connects the service if the held lines are one document. */
  #readHeld(): void {
    if (this.#heldLines === undefined) return;
    const text = this.#heldLines.join("\n");
    const message = parseJson(text);
    const host = oneShotHostOf(message);
    if (host !== undefined) {
      this.#heldLines = undefined;
      this.#connect(this.open(host));
      this.receive([text], message);
    } else if (message !== undefined) {
      this.#rejectHeld();
    }
  }

  #rejectHeld(): void {
    const heldLines = this.#heldLines ?? [];
    this.#heldLines = undefined;
    for (const line of heldLines) this.#reject(line);
  }

  #reject(line: string): void {
    const incoming = readMessage(line);
    if (incoming.kind === "blank") return;
    this.#warn("this is not a message from a known host; the hook is waiting for one");
    if (incoming.kind === "problem") this.#answer(incoming.id, { error: incoming.error });
    if (incoming.kind === "request") this.#answer(incoming.id, methodNotFound(incoming.method));
  }

  #answer(id: string | number | null, answer: Answer): void {
    this.write(answerLine(id, answer, Number.POSITIVE_INFINITY));
  }

  /** Keeps the lines until the service is open. Then the input goes to the service. */
  #connect(opening: Promise<Service>): void {
    const heldLines: string[] = [];
    let value: unknown;
    this.receive = (lines, first) => {
      if (heldLines.length === 0) value = first;
      for (const line of lines) heldLines.push(line);
    };
    this.#opening = opening.then((service) => {
      service.receive(heldLines, value);
      this.receive = (later, firstValue) => service.receive(later, firstValue);
      return service;
    });
  }
}
