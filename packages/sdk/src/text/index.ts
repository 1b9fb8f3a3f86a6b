// What every package reads and writes: JSON, issues of schemas, and texts for people. No schema is loaded: a hook that is
// started for every call would evaluate the schemas of a wire that it does not use.
export { describeIssues, type Issue, pathText, typeName } from "./describe-issues.js";
export { assertKnownKeys, didYouMean, unknownKeys } from "./did-you-mean.js";
export { stringify } from "./json-text.js";
export { isObject, type JsonObject, objectIn } from "./objects.js";
export { withFewFrames } from "./stack-frames.js";
export { isBefore, parseVersion } from "./versions.js";
