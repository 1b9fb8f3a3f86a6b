/** A secret in a text. It never holds the secret itself. */
export interface FoundSecret {
  /** The kind of secret: `github`, `private-key`, `password`, `token`... */
  readonly rule: string;
  /** Index of its first UTF-16 unit in the original text. */
  readonly start: number;
  /** Index after its last one. */
  readonly end: number;
}

/**
 * Receives what a search finds, in any order and possibly overlapping. `valueStart`: where the secret itself starts, if
 * more than it is hidden. Default: `start`.
 */
export type FindingSink = (rule: string, start: number, end: number, valueStart?: number) => void;

/** Replaces a secret, unless the caller chooses another replacement. */
export const MARKER = "[redacted]";

/** The replacement of a secret. */
export const MARK = /\[(?:redacted|secret:[\w-]{1,60}:[\w-]{1,60})\]/y;

/** Whether the text is the replacement of a secret from an earlier redaction. */
export function isMark(text: string): boolean {
  MARK.lastIndex = 0;
  return MARK.test(text) && MARK.lastIndex === text.length;
}
