// What each host does with a hook's answer. Only for packages that are released together with the SDK: this module may
// change in any version.
import type { Simulation } from "../host-tools/simulation.js";
import { BUILT_IN_TOOLS } from "./generated/built-in-tools.js";
import { SIMULATED_HOSTS } from "./generated/names.js";
import { SIMULATIONS } from "./generated/simulations.js";

export type { BuiltInTools, RequestedTool } from "../host-tools/built-in-tools.js";
export {
  type Document,
  documentIn,
  objectAt,
  textAt,
  textOfParts,
} from "../host-tools/document.js";
export type {
  AnsweredCall,
  Change,
  Effect,
  EventKind,
  HookAnswer,
  Payload,
  Situation,
} from "../host-tools/effect.js";
export { failuresIn } from "../host-tools/failure-lines.js";
export { eventField, eventIn, fieldIn, partsWith, withFields } from "../host-tools/payload-fields.js";
export type { KnownKeys, ModelEvents, SampleCall, Simulation } from "../host-tools/simulation.js";
export { BUILT_IN_TOOLS, SIMULATED_HOSTS, SIMULATIONS };

export type SimulatedHost = (typeof SIMULATED_HOSTS)[number];

/** Returns a value for each host with a simulation. */
export function bySimulatedHost<Value>(
  value: (simulation: Simulation, host: SimulatedHost) => Value,
): Readonly<Record<SimulatedHost, Value>> {
  const entries = SIMULATED_HOSTS.map((host) => [host, value(SIMULATIONS[host], host)]);
  return Object.fromEntries(entries) as Readonly<Record<SimulatedHost, Value>>;
}
