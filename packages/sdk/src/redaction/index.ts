export { type FoundSecret, isMark, MARKER } from "./finding.js";
export { isSecretProperty } from "./random-assignments.js";
export { type RedactedText, type RedactOptions, redactText } from "./redact-text.js";
export { couldBeSecret, isSecretKey } from "./secret-names.js";
export { type VisibleText, withoutMatches } from "./visible.js";
