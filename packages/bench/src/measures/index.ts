import { firstProject } from "./first-project.js";
import { flood } from "./flood.js";
import { guards } from "./guards.js";
import type { Measure } from "./measure.js";
import { memory } from "./memory.js";
import { roundTrips } from "./round-trips.js";
import { start } from "./start.js";

/** In the order of the tables. */
export const MEASURES: readonly Measure[] = [guards, ...roundTrips, start, flood, memory, firstProject];
