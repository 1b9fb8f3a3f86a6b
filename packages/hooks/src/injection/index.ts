export { type ScanResultsOptions, scanResults } from "./scan-results.js";
export { type InjectionFinding, type ScannedText, scanText } from "./scan-text.js";
