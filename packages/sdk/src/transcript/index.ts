export { MARKER } from "../redaction/index.js";
export { type Difference, differences } from "./differences.js";
export { type EntryOptions, entryOf, type TranscriptEntry } from "./entry.js";
export { readTranscript } from "./read.js";
export { redactMessage, redactText } from "./redact-message.js";
export { TranscriptError, type TranscriptErrorCode } from "./transcript-error.js";
export { TranscriptWriter } from "./writer.js";
