export { foldedPath, isBelow, wholePath } from "../paths/path-names.js";
export { destinationOf } from "./destination.js";
export type { FileRule, ProtectFilesOptions } from "./options.js";
export { isPerProcess } from "./per-process.js";
export { protectFiles } from "./protect-files.js";
