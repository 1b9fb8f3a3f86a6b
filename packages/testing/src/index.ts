export {
  type CheckOptions,
  type ConformanceReport,
  type ConformanceResult,
  checkHook,
} from "./conformance/check-hook.js";
export { ConformanceError, type ConformanceErrorCode } from "./conformance/conformance-error.js";
export type { Verdict } from "./conformance/finding.js";
export { type ManifestEntry, manifest } from "./conformance/manifest.js";
