/** Stands in a transcript for what was taken out. */
export const MARKER = "[redacted]";
