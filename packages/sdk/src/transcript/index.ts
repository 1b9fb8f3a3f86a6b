export { type Difference, differences } from "./differences.js";
export { type EntryOptions, entryOf, type TranscriptEntry } from "./entry.js";
export { readTranscript } from "./read.js";
export { MARKER } from "./redaction/marker.js";
export { redactMessage, redactText } from "./redaction/redact.js";
export { TranscriptError, type TranscriptErrorCode } from "./transcript-error.js";
export { TranscriptWriter } from "./writer.js";
