// Parts of the tests for `@agent-hook/testing`, which tests hooks under every host. This module may change in any version.
export { broken, notApplicable, RuleFinding, type Verdict } from "../conformance/finding.js";
export { faultIn, WORKS } from "../conformance/rules/failures.js";
export { ManualClock } from "../test-host/manual-clock.js";
export { settled } from "../test-host/settled.js";
export { testStore } from "../test-host/test-store.js";
