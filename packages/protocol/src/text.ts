// What needs no schema. A module of its own: a bundler that splits takes all that `index.ts` names, or nothing, and a hook
// that is started for every call would evaluate the schemas of a wire that it does not speak.
export { describeIssues, pathText, typeName } from "./describe-issues.js";
export { didYouMean } from "./did-you-mean.js";
export { stringify } from "./json-text.js";
export { isBefore, parseVersion } from "./version.js";
