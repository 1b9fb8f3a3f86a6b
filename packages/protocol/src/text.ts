// The exports that need no schema. A bundler that splits code includes all of `index.ts` or nothing. Without this
// module, a hook that is started for every call would evaluate the schemas of a wire that it does not use.
export { describeIssues, pathText, typeName } from "./describe-issues.js";
export { didYouMean } from "./did-you-mean.js";
export { stringify } from "./json-text.js";
export { isObject, objectIn } from "./objects.js";
export { withFewFrames } from "./stack-frames.js";
export { isBefore, NEWEST_VERSION, parseVersion } from "./version.js";
