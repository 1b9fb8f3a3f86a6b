import { eventField, fieldIn, type Payload, type Simulation, withFields } from "@agent-hook/sdk/internal/simulations";
import type { SimulatedHost } from "./simulated-host.js";

/**
 * Returns the recorded payload of an event with these fields. If the event was never recorded, the others are the fields
 * that all events of the host have. A field that is `undefined` is left out. The folder is left out if the host does not send
 * it. Throws a `TypeError` for an event that the version does not have.
 */
export function payloadAt(host: SimulatedHost, event: string, fields: Payload, { cwd, permitted }: Where): Payload {
  const { simulation, payloads } = host;
  const usual = usualPayload(host, event);
  const { [simulation.fields.input]: input, ...others } = fields;
  const { folder } = simulation.fields;
  const sendsFolder = Object.values(payloads).some((recorded) => fieldIn(recorded, folder) !== undefined);
  const payload = withFields(usual, {
    ...categoryOf(simulation, usual, fields[simulation.fields.tool] ?? fieldIn(usual, simulation.fields.tool)),
    ...permittedField(host, usual, permitted),
    ...(input === undefined ? {} : { [simulation.fields.input]: inputOf(simulation, input) }),
    ...(folder !== undefined && sendsFolder ? { [folder]: cwd } : {}),
    ...others,
  });
  return simulation.withCopies?.(payload) ?? payload;
}

/** Where an event happens, and whether the user's rules permit the call. */
interface Where {
  readonly cwd: string;
  readonly permitted: boolean;
}

/** Encodes a payload as the host does. */
export function payloadText({ escaped }: Simulation, payload: Payload): string {
  const text = JSON.stringify(payload);
  if (escaped === undefined) return text;
  return text.replace(escaped, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function usualPayload({ title, version, payloads, simulation }: SimulatedHost, event: string): Payload {
  const { beforeTool, allEvents } = simulation;
  const recorded = payloads[event];
  if (recorded !== undefined) return recorded;
  if (allEvents) {
    // A recording is named like `PreToolUse.bash`.
    const expected = [...new Set(Object.keys(payloads).map((name) => name.replace(/\..*$/, "")))].join(", ");
    throw new TypeError(`${title} ${version} has no event "${event}": expected one of ${expected}`);
  }
  const common = Object.entries(payloads[beforeTool] ?? {}).filter(([key]) => COMMON.includes(key));
  return { ...Object.fromEntries(common), ...eventField(simulation, event) };
}

const COMMON = [
  "session_id",
  "sessionId",
  "transcript_path",
  "timestamp",
  "client_type",
  "taskId",
  "agent_id",
  "sessionContext",
  "workspaceRoots",
  "conversation_id",
  "generation_id",
  "workspace_roots",
  "cursor_version",
];

function categoryOf({ categories }: Simulation, usual: Payload, tool: unknown): Payload {
  if (categories === undefined || !(categories.field in usual)) return {};
  // A tool can have the name of a member of every object, such as `constructor`.
  return { [categories.field]: new Map(Object.entries(categories.of)).get(String(tool)) };
}

function permittedField({ simulation, payloads }: SimulatedHost, usual: Payload, permitted: boolean): Payload {
  const { permittedField: field, fields } = simulation;
  if (field === undefined || fieldIn(usual, fields.tool) === undefined) return {};
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
