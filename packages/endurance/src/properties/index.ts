import type { StressTest } from "../stress-test.js";
import { answers } from "./framing/answers.js";
import { lines } from "./framing/lines.js";
import { modelCalls } from "./one-shot/model-calls.js";
import { results } from "./one-shot/results.js";
import { toolCalls } from "./one-shot/tool-calls.js";
import { overlays } from "./overlays.js";
import { civicEchoes } from "./round-trips/civic.js";
import { picoclawEchoes } from "./round-trips/picoclaw.js";

/** Properties that must hold for any generated input. If a property fails for an input, fast-check shrinks it. */
export const properties: readonly StressTest[] = [
  lines,
  answers,
  overlays,
  picoclawEchoes,
  civicEchoes,
  toolCalls,
  results,
  modelCalls,
];
