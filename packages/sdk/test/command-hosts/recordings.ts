import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  BUILT_IN_TOOLS,
  eventIn,
  SIMULATED_HOSTS,
  SIMULATIONS,
  type Simulation,
  withFields,
} from "../../src/hosts/simulations.js";
import { hostCan } from "../../src/serve/hosts.js";
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

/**
 * Every recorded payload of these hosts, except those that the SDK cannot read. The file name gives the event if the
 * payload does not.
 */
export const recordings: readonly Recorded[] = COMMAND_HOSTS.flatMap((host) =>
  readdirSync(new URL(`${host}/fixtures/`, hosts)).flatMap((version) => {
    const folder = new URL(`${host}/fixtures/${version}/events/`, hosts);
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
    const readable = files.filter((name) => !(aboutOf(host).unreadable ?? []).includes(name));
    return readable.map((file) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      const payload = JSON.parse(text) as Fields;
      const event = eventIn(simulationOf(host), payload) ?? String(file.split(".")[0]);
      return { where: `${host}/${version}/${file}`, host, event, text, payload };
    });
  }),
);

/** What tests need to know about a host: `about.json` in its fixtures. */
interface About {
  /** The recorded files with arguments that are not an object, or a number that JavaScript cannot represent. */
  readonly unreadable?: readonly string[];
  /** What a hook prints at an event if it decides nothing. Default: nothing. */
  readonly silence?: Readonly<Record<string, string>>;
}

function aboutOf(host: string): About {
  return JSON.parse(readFileSync(new URL(`${host}/fixtures/about.json`, hosts), "utf8"));
}

/** Returns what a hook prints at an event if it decides nothing. */
export const silenceOf = (host: string, event: string): string | undefined => aboutOf(host).silence?.[event];

/** Returns whether a hook can change the result of the host's shell. */
export const canChangeShell = (host: string): boolean =>
  hostCan(host, "modify.result") && simulationOf(host).changesOnly === undefined;

/** Returns what the host does with a hook: `simulate.ts` in its folder. */
export function simulationOf(host: string): Simulation {
  const found = Object.entries<Simulation>(SIMULATIONS).find(([name]) => name === host);
  if (found === undefined) throw new Error(`expected simulate.ts in the folder of ${host}`);
  return found[1];
}

/** Returns whether a host has tools of its own, such as a shell. A gateway has only tools of MCP servers. */
export const hasOwnTools = (host: string): boolean => Object.hasOwn(BUILT_IN_TOOLS, host);

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
  const all = recordings.filter((one) => one.host === host && one.event === event);
  const recorded = all.find(({ where }) => where.endsWith(`/${event}.json`)) ?? all[0];
  if (recorded === undefined) throw new Error(`${event} of ${host} was not recorded`);
  return withFields(recorded.payload, changes) as Fields;
}
