import { chain, host } from "./chain/chain.js";
import { commandStart } from "./command-start.js";
import { firstAnswer } from "./first-answer.js";
import { firstProject } from "./first-project.js";
import { flood } from "./flood.js";
import { guards } from "./guards.js";
import { inFlight } from "./in-flight.js";
import type { Measure } from "./measure.js";
import { memory } from "./memory.js";
import { oneCall, otherHosts } from "./one-call.js";
import { proxy } from "./proxy/proxy.js";
import { roundTrips } from "./round-trips.js";
import { trace } from "./trace.js";

/** In the order of the tables. */
export const MEASURES: readonly Measure[] = [
  ...roundTrips,
  firstAnswer,
  flood,
  memory,
  inFlight,
  chain,
  oneCall,
  guards,
  otherHosts,
  commandStart,
  host,
  trace,
  proxy,
  firstProject,
];
