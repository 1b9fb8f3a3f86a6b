import { isUtf8 } from "node:buffer";
import { parseJson } from "./json-inside.js";
import { redactBytes, redactMessage, redactText } from "./redact-message.js";

/**
 * One line of a recording. It holds exactly one of `message`, `text`, `base64`, `exit` and `signal`; the last two are
 * the end of the hook's process. The schema is `transcriptEntry` of `@agent-hook/picoclaw/protocol`.
 */
export interface TranscriptEntry {
  readonly from: "host" | "hook";
  /** A line that is a JSON object. */
  readonly message?: Record<string, unknown>;
  /** A line that is not a JSON object, without its newline. */
  readonly text?: string;
  /** A line that is not valid UTF-8. */
  readonly base64?: string;
  readonly exit?: number;
  readonly signal?: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly at?: string;
  /** The hook's name, if several hooks share a file. */
  readonly hook?: string;
  /** JSON Pointers to the values in `message` that contain `[redacted]`; `""` is the text or the bytes. */
  readonly redacted?: readonly string[];
}

/** Additional fields of an entry, and how the line is recorded. */
export interface EntryOptions {
  readonly hook?: string;
  readonly at?: string;
  /** Keeps secrets. Default: false. */
  readonly raw?: boolean;
}

type Content = Pick<TranscriptEntry, "message" | "text" | "base64" | "redacted">;

/**
 * Creates the entry for a line without its newline. Secrets are redacted unless `raw` is set. A JSON object that is
 * too deep to search (more than 200 levels) is recorded as text.
 */
export function entryOf(
  from: "host" | "hook",
  line: string | Uint8Array,
  { hook, at, raw = false }: EntryOptions = {},
): TranscriptEntry {
  return {
    from,
    ...(at === undefined ? {} : { at }),
    ...(hook === undefined ? {} : { hook }),
    ...content(line, raw),
  };
}

function content(line: string | Uint8Array, raw: boolean): Content {
  if (typeof line !== "string" && !isUtf8(line)) return ofBytes(line, raw);
  const text = typeof line === "string" ? line : Buffer.from(line).toString("utf8");
  const message = parseJson(text);
  if (message === undefined || Array.isArray(message)) return ofText(text, raw);
  if (raw) return { message };
  const safe = redactMessage(message);
  return safe.redacted.length === 0 ? { message } : safe;
}

function ofText(text: string, raw: boolean): Content {
  const safe = raw ? text : redactText(text);
  return safe === text ? { text } : { text: safe, redacted: [""] };
}

function ofBytes(line: Uint8Array, raw: boolean): Content {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  const safe = raw ? bytes : redactBytes(bytes);
  return { base64: safe.toString("base64"), ...(safe.equals(bytes) ? {} : { redacted: [""] }) };
}
