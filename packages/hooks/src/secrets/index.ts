export {
  type FoundSecret,
  type RedactedText,
  type RedactOptions,
  redactText,
} from "@agent-hook/sdk/internal/redaction";
export { type RedactSecretsOptions, redactSecrets } from "./redact-secrets.js";
