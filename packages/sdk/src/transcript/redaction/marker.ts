/** Replaces a secret in a transcript. */
export const MARKER = "[redacted]";
