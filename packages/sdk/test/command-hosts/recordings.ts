import { existsSync, readdirSync, readFileSync } from "node:fs";
import { HOST_EVENTS } from "../../src/launcher/index.js";
import type { Fields } from "../spawn-hook.js";

/** What an agent wrote to the stdin of a hook. */
export interface Recorded {
  /** `gemini/0.61.0/BeforeTool.mcp.json` */
  readonly where: string;
  readonly host: string;
  readonly event: string;
  /** As it was on the pipe. */
  readonly text: string;
  readonly payload: Fields;
}

const fixtures = new URL("../../../../fixtures/", import.meta.url);

/** The hosts that start a process for each call, and the folder of what each wrote. */
export const COMMAND_HOSTS: readonly string[] = Object.keys(HOST_EVENTS);

/** Every payload of these hosts, from real runs. The file is named by the event where the payload is not. */
export const recordings: readonly Recorded[] = COMMAND_HOSTS.flatMap((host) =>
  readdirSync(new URL(`${host}/`, fixtures)).flatMap((version) => {
    const folder = new URL(`${host}/${version}/events/`, fixtures);
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

/** The recorded payload of a host's event, with other fields. */
export function payloadOf(host: string, event: string, changes: Fields = {}): Fields {
  const recorded = recordings.find((one) => one.host === host && one.event === event);
  if (recorded === undefined) throw new Error(`${event} of ${host} was not recorded`);
  return { ...recorded.payload, ...changes };
}
