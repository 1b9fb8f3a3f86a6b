import { existsSync, readdirSync, readFileSync } from "node:fs";
import { HOST_EVENTS } from "../../src/launcher/index.js";
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

/** The one-shot hosts, by the folder with their recordings. */
export const COMMAND_HOSTS: readonly string[] = Object.keys(HOST_EVENTS);

/** Every recorded payload of these hosts. The file name gives the event if the payload does not. */
export const recordings: readonly Recorded[] = COMMAND_HOSTS.flatMap((host) =>
  readdirSync(new URL(`${host}/fixtures/`, hosts)).flatMap((version) => {
    const folder = new URL(`${host}/fixtures/${version}/events/`, hosts);
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
    return files.map((file) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      const payload = JSON.parse(text) as Fields;
      const named = host === "copilot" ? undefined : payload.hook_event_name;
      const event = String(named ?? file.split(".")[0]);
      return { where: `${host}/${version}/${file}`, host, event, text, payload };
    });
  }),
);

/** Returns the recorded payload of a host's event, with changed fields. */
export function payloadOf(host: string, event: string, changes: Fields = {}): Fields {
  const recorded = recordings.find((one) => one.host === host && one.event === event);
  if (recorded === undefined) throw new Error(`${event} of ${host} was not recorded`);
  return { ...recorded.payload, ...changes };
}
