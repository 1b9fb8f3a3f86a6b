import { DOOR } from "./access-policy.js";
import { ANSWERED_METHODS } from "./answered-methods.js";
import { DENIALS } from "./denials.js";
import type { Gap } from "./gap.js";
import { IN_PROCESS } from "./in-process.js";
import { MISSHAPEN_ANSWERS } from "./misshapen-answers.js";
import { SLOW_HOOKS } from "./slow-hooks.js";
import { TARGET_ERRORS } from "./target-errors.js";

/** The gaps in Civic's packages and how our packages behave instead. The table in the docs is generated from it. */
export const GAPS: readonly Gap[] = [
  ...DENIALS,
  ...SLOW_HOOKS,
  ...ANSWERED_METHODS,
  ...TARGET_ERRORS,
  ...MISSHAPEN_ANSWERS,
  ...IN_PROCESS,
  ...DOOR,
];
