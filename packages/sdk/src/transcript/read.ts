import { transcriptEntry } from "../protocol/index.js";
import { describeIssues } from "../text/index.js";
import type { TranscriptEntry } from "./entry.js";
import { TranscriptError } from "./transcript-error.js";

/**
 * Returns the entries of a recording, as they were written. Blank lines are skipped.
 *
 * @throws TranscriptError `bad-entry` with the line number, or `half-line` if the last line was cut off. Both errors
 * contain the entries before that line.
 */
export function readTranscript(text: string): TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  // Windows editors write a byte order mark.
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, content] of lines.entries()) {
    if (content.trim() === "") continue;
    const line = index + 1;
    const value = parsed(content);
    if (value === undefined) {
      const cutOff = line === lines.length;
      const what = cutOff ? "is cut off" : "is not JSON";
      const hint = cutOff ? "; remove the line" : "";
      throw new TranscriptError(
        cutOff ? "half-line" : "bad-entry",
        `line ${line} of the transcript ${what}: expected one JSON object per line${hint}`,
        { line, entries },
      );
    }
    const checked = transcriptEntry.safeParse(value);
    if (!checked.success) {
      const problem = describeIssues(checked.error.issues, value);
      throw new TranscriptError("bad-entry", `line ${line} of the transcript is not an entry: ${problem}`, {
        line,
        entries,
      });
    }
    // zod's copy would lack an unknown key named `__proto__`.
    entries.push(value as TranscriptEntry);
  }
  return entries;
}

/** Drops the error of `JSON.parse`: its message quotes the line, which can contain a secret. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
