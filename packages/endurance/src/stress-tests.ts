import { calls } from "./calls/calls.js";
import { faults } from "./faults/faults.js";
import { fuzz } from "./fuzz/fuzz.js";
import { guarantee } from "./guarantee/guarantee.js";
import { guards } from "./one-shot/guards.js";
import type { StressTest } from "./stress-test.js";

/** All stress tests, in the order of the report. */
export const stressTests: readonly StressTest[] = [calls, fuzz, guards, faults, guarantee];
