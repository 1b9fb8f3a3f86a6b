import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  flatPayload,
  SIMULATED_HOSTS,
  SIMULATIONS,
  type Simulation,
  wirePayload,
} from "../../src/hosts/simulations.js";
import type { Fields } from "../spawn-hook.js";

/** A payload that an agent wrote to a hook's stdin. */
export interface Recorded {
  /** `gemini/0.61.0/BeforeTool.mcp.json` */
  readonly where: string;
  readonly host: string;
  readonly event: string;
  /** The text as it was on the pipe. */
  readonly text: string;
  readonly payload: Fields;
}

const hosts = new URL("../../src/hosts/", import.meta.url);

/** The one-shot hosts with a simulation, by the folder with their recordings. */
export const COMMAND_HOSTS: readonly string[] = SIMULATED_HOSTS;

/** Every recorded payload of these hosts. The file name gives the event if the payload does not. */
export const recordings: readonly Recorded[] = COMMAND_HOSTS.flatMap((host) =>
  readdirSync(new URL(`${host}/fixtures/`, hosts)).flatMap((version) => {
    const folder = new URL(`${host}/fixtures/${version}/events/`, hosts);
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
    return files.map((file) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      const payload = JSON.parse(text) as Fields;
      const simulation = simulationOf(host);
      const flat = flatPayload(simulation, payload);
      const event = String(flat[simulation.fields.event ?? ""] ?? file.split(".")[0]);
      return { where: `${host}/${version}/${file}`, host, event, text, payload };
    });
  }),
);

/** Returns what the host does with a hook: `simulate.ts` in its folder. */
export function simulationOf(host: string): Simulation {
  const found = Object.entries<Simulation>(SIMULATIONS).find(([name]) => name === host);
  if (found === undefined) throw new Error(`expected simulate.ts in the folder of ${host}`);
  return found[1];
}

/** The hosts that run a call if a hook says nothing. The others then ask the user. */
export const HOSTS_WITH_SILENT_APPROVAL = COMMAND_HOSTS.filter(
  (host) => simulationOf(host).skipsPermitted === undefined,
);

/** Returns the payload of a call of the host's shell. */
export function shellCall(host: string, input: unknown): Fields {
  const { beforeTool, fields, shellTool } = simulationOf(host);
  return payloadOf(host, beforeTool, { [fields.tool]: shellTool, [fields.input]: input });
}

/** Returns the payload of a result of the host's shell. */
export function shellResult(host: string, text: string): Fields {
  const { afterTool, fields, shellTool, result } = simulationOf(host);
  return payloadOf(host, afterTool, { [fields.tool]: shellTool, [fields.result]: result(shellTool, text) });
}

/** Returns the recorded payload of a host's event, with changed fields. */
export function payloadOf(host: string, event: string, changes: Fields = {}): Fields {
  const recorded = recordings.find((one) => one.host === host && one.event === event);
  if (recorded === undefined) throw new Error(`${event} of ${host} was not recorded`);
  const simulation = simulationOf(host);
  return wirePayload(simulation, { ...flatPayload(simulation, recorded.payload), ...changes });
}
