import { calls } from "./calls/calls.js";
import { faults } from "./faults/faults.js";
import type { Trial } from "./trial.js";

/** All there are, in the order of the report. */
export const trials: readonly Trial[] = [calls, faults];
