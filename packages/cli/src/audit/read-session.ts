import { closeSync, constants, createReadStream, fstatSync, openSync, readFileSync } from "node:fs";
import { type RecordedCall, SESSION_FILES, type SessionFiles } from "@agent-hook/sdk/internal/sessions";
import { isObject } from "@agent-hook/sdk/internal/text";
import { isRegular } from "../files/regular-file.js";

/** A host whose sessions can be read. */
export type SessionHost = keyof typeof SESSION_FILES;

/** How many lines of one file were not read, by the reason. */
export interface Unread {
  /** Not JSON, or not a JSON object. */
  readonly invalid: number;
  /** The last line has no end: the agent was killed, or still runs. */
  readonly cutOff: number;
  readonly tooLong: number;
  /** Valid lines of an unknown type, which later versions may have, by type. */
  readonly unknown: ReadonlyMap<string, number>;
}

/** The largest line, and the largest file that is one document. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Enough to see that a host writes something new. */
const MAX_TYPES = 50;
const NEWLINE = 10;

/** Reads one session file as a stream, so that its size does not matter. */
export class SessionReading {
  host: SessionHost | undefined;
  #invalid = 0;
  #cutOff = 0;
  #tooLong = 0;
  readonly #unknown = new Map<string, number>();

  /** `maxBytes` limits a line, and a file that is one document. Default: 64 MiB. */
  constructor(
    private readonly path: string,
    host: SessionHost | undefined,
    private readonly maxBytes = MAX_BYTES,
  ) {
    this.host = host;
  }

  get unread(): Unread {
    return { invalid: this.#invalid, cutOff: this.#cutOff, tooLong: this.#tooLong, unknown: this.#unknown };
  }

  /** Returns the calls in the order in which they ended. Throws if the file cannot be read. */
  async *calls(): AsyncGenerator<RecordedCall> {
    let reader = this.host === undefined ? undefined : this.#open(this.host);
    for await (const entry of this.#entries()) {
      this.host ??= hostOf(entry);
      if (this.host === undefined) {
        this.#count("unrecognised");
        continue;
      }
      reader ??= this.#open(this.host);
      const calls = reader.read(entry);
      if (calls === undefined) this.#count(String(entry.type ?? "no type"));
      else yield* calls;
    }
    if (reader !== undefined) yield* reader.end();
  }

  #open(host: SessionHost) {
    return (SESSION_FILES[host] as SessionFiles).open({ path: this.path, readText: smallText });
  }

  #count(type: string): void {
    const key = type.slice(0, 60);
    if (this.#unknown.size < MAX_TYPES || this.#unknown.has(key)) {
      this.#unknown.set(key, (this.#unknown.get(key) ?? 0) + 1);
    }
  }

  async *#entries(): AsyncGenerator<Record<string, unknown>> {
    const lines = this.path.endsWith(".json") ? this.#document() : this.#lines();
    for await (const { text, isCut } of lines) {
      if (text.trim() === "") continue;
      const entry = parsed(text);
      if (entry !== undefined) yield entry;
      else if (isCut) this.#cutOff++;
      else this.#invalid++;
    }
  }

  async *#document() {
    const descriptor = openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (fstatSync(descriptor).size > this.maxBytes) this.#tooLong++;
      else yield { text: readFileSync(descriptor, "utf8"), isCut: false };
    } finally {
      closeSync(descriptor);
    }
  }

  /** Splits bytes, because a character can be split between two chunks. */
  async *#lines() {
    let parts: Buffer[] = [];
    let size = 0;
    const take = (isCut: boolean) => {
      const isTooLong = size > this.maxBytes;
      if (isTooLong) this.#tooLong++;
      const text = isTooLong ? "" : Buffer.concat(parts).toString("utf8");
      parts = [];
      size = 0;
      return { text, isCut };
    };
    const add = (part: Buffer) => {
      size += part.length;
      if (size > this.maxBytes) parts = [];
      else parts.push(part);
    };
    for await (const chunk of createReadStream(this.path, { highWaterMark: 1024 * 1024 })) {
      let rest: Buffer = chunk;
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
        add(rest.subarray(0, end));
        yield take(false);
        rest = rest.subarray(end + 1);
      }
      add(rest);
    }
    if (size > 0) yield take(true);
  }
}

function hostOf(entry: Record<string, unknown>): SessionHost | undefined {
  const hosts = Object.entries(SESSION_FILES) as readonly (readonly [SessionHost, SessionFiles])[];
  const found = hosts.filter(([, { recognise }]) => recognise(entry));
  // More than one host could have written this line: the next one tells.
  return found.length === 1 ? found[0]?.[0] : undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const MAX_TEXT_BYTES = 65_536;

function smallText(path: string): string | undefined {
  try {
    if (!isRegular(path)) return undefined;
    const text = readFileSync(path);
    return text.length > MAX_TEXT_BYTES ? undefined : text.toString("utf8");
  } catch {
    return undefined;
  }
}
