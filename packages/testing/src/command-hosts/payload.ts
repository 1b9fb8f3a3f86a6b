import { flatPayload, type Payload, type Simulation, wirePayload } from "@agent-hook/sdk/internal/simulations";
import type { SimulatedHost } from "./simulated-host.js";

/**
 * Returns the payload of an event: `fields`, and the other fields of the recorded payload, or the common fields if the
 * event was never recorded. A field that is `undefined` is left out. Throws a `TypeError` for an event that the version
 * does not have.
 */
export function payloadAt(host: SimulatedHost, event: string, fields: Payload, permitted: boolean): Payload {
  const { simulation } = host;
  const usual = usualPayload(host, event);
  const { [simulation.fields.input]: input, ...others } = fields;
  const payload = {
    ...usual,
    ...categoryOf(simulation, usual, fields[simulation.fields.tool] ?? usual[simulation.fields.tool]),
    ...permittedField(host, usual, permitted),
    ...(input === undefined ? {} : { [simulation.fields.input]: inputOf(simulation, input) }),
    ...others,
  };
  return wirePayload(
    simulation,
    Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined)),
  );
}

/** Encodes a payload as the host does. */
export function payloadText({ escaped }: Simulation, payload: Payload): string {
  const text = JSON.stringify(payload);
  if (escaped === undefined) return text;
  return text.replace(escaped, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function usualPayload({ title, version, payloads, simulation }: SimulatedHost, event: string): Payload {
  const { fields, beforeTool, allEvents } = simulation;
  const recorded = payloads[event];
  if (recorded !== undefined) return flatPayload(simulation, recorded);
  if (allEvents) {
    const expected = Object.keys(payloads).join(", ");
    throw new TypeError(`${title} ${version} has no event "${event}": expected one of ${expected}`);
  }
  const common = Object.entries(payloads[beforeTool] ?? {}).filter(([key]) => COMMON.includes(key));
  return { ...Object.fromEntries(common), ...(fields.event === undefined ? {} : { [fields.event]: event }) };
}

const COMMON = ["session_id", "sessionId", "transcript_path", "timestamp", "client_type", "taskId", "agent_id"];

function categoryOf({ categories }: Simulation, usual: Payload, tool: unknown): Payload {
  if (categories === undefined || !(categories.field in usual)) return {};
  return { [categories.field]: new Map(Object.entries(categories.of)).get(String(tool)) };
}

function permittedField({ simulation, payloads }: SimulatedHost, usual: Payload, permitted: boolean): Payload {
  const { permittedField: field, fields } = simulation;
  if (field === undefined || !(fields.tool in usual)) return {};
  const isKnown = Object.values(payloads).some((payload) => field.name in payload);
  return { [field.name]: permitted && isKnown ? field.value : undefined };
}

function inputOf({ sortedInput }: Simulation, input: unknown): unknown {
  if (!sortedInput) return input;
  return JSON.stringify(input) === "{}" ? undefined : sorted(input);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
