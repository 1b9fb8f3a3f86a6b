import { simulationOf } from "../../families/opencode/simulate.js";
import recorded from "./payloads.json" with { type: "json" };
import { MATCHERS } from "./tool-kinds.js";

export const simulation = simulationOf(recorded, MATCHERS);
