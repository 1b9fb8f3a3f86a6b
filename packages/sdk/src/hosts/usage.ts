/** How hosts report the use of models. A hook loads this module only if it counts tokens. */
export { type MarkedLines, readMarkedLines } from "../host-tools/marked-lines.js";
export type { ModelUse, Tokens, UsageFiles, UsageSource } from "../host-tools/model-usage.js";
export { USAGE_SOURCES } from "./generated/usage-sources.js";
