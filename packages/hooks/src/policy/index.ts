export { hookOf, POLICY_HOOK, type Policy, readPolicy } from "./hook-of.js";
export { hookFileAt, importHook } from "./import-hook.js";
export { type MissingPackages, missingPackages } from "./missing-packages.js";
export { whyNotStartable } from "./not-startable.js";
export { PolicyError } from "./policy-error.js";
export { type PolicyText, parsePolicy } from "./policy-text.js";
export { type NeededDecision, REGISTRY, type RegisteredHook } from "./registry.js";
export { policyJsonSchema } from "./schema.js";
export { servePolicy } from "./serve-policy.js";
