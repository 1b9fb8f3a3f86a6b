import { redactText } from "@agent-hook/sdk/internal/redaction";
import type { RecordedCall } from "@agent-hook/sdk/internal/sessions";
import { fieldIn, SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { isObject } from "@agent-hook/sdk/internal/text";
import { oneLine } from "../terminal/show-value.js";
import type { SessionHost } from "./read-session.js";

const MAX_SUBJECT_LENGTH = 120;

/** The arguments that say most about a call, in this order. */
const TELLING = ["command", "cmd", "file_path", "path", "absolute_path", "notebook_path", "url", "pattern", "query"];

/** Returns the tool of a call, or `prompt`. */
export function toolOf(host: SessionHost, { before: { payload } }: RecordedCall): string {
  const tool = fieldIn(payload, SIMULATIONS[host].fields.tool);
  return typeof tool === "string" ? tool : "prompt";
}

/** Returns what a call is about, on one line, shortened, and without secrets. */
export function subjectOf(host: SessionHost, { before: { payload } }: RecordedCall): string {
  const { prompt } = payload;
  const input = fieldIn(payload, SIMULATIONS[host].fields.input);
  return shown(typeof prompt === "string" ? prompt : textIn(input));
}

/** Returns a text on one line, shortened, and without secrets. */
export function shown(text: string, longest = MAX_SUBJECT_LENGTH): string {
  // First redacted, then shortened: half a secret would not be recognized.
  return oneLine(redactText(text.slice(0, MAX_REDACTED)).text, longest);
}

/** Longer than any line that is shown, so that redaction takes little time. */
const MAX_REDACTED = 20_000;

function textIn(input: unknown): string {
  if (typeof input === "string") return input;
  if (!isObject(input)) return "";
  const telling = TELLING.map((name) => input[name]).find((value) => typeof value === "string");
  return typeof telling === "string" ? telling : JSON.stringify(input);
}
