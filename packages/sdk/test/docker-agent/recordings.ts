import { readdirSync, readFileSync } from "node:fs";
import type { Fields } from "../spawn-hook.js";

/** A payload that docker-agent wrote to a hook's stdin. */
export interface Recorded {
  /** `v1.58.0/events/stop.json`, or a file with a line number. */
  readonly where: string;
  readonly version: string;
  readonly event: string;
  /** The text as it was on the pipe. */
  readonly text: string;
  readonly payload: Payload;
}

export interface Payload extends Fields {
  readonly session_id: string;
  readonly cwd: string;
  readonly hook_event_name: string;
}

export const VERSIONS = ["v1.58.0", "v1.123.0"] as const;
export type Version = (typeof VERSIONS)[number];

const folder = new URL("../../../sdk/src/hosts/docker-agent/fixtures/", import.meta.url);

/** One payload of each event of each version, byte for byte. */
export const events: readonly Recorded[] = VERSIONS.flatMap((version) =>
  readdirSync(new URL(`${version}/events/`, folder)).map((file) => {
    const text = readFileSync(new URL(`${version}/events/${file}`, folder), "utf8");
    const where = `${version}/events/${file}`;
    return { where, version, event: file.replace(".json", ""), text, payload: JSON.parse(text) };
  }),
);

/** Those payloads, plus every recorded set of keys, every reason and every decision. */
export const recordings: readonly Recorded[] = [
  ...events,
  ...VERSIONS.flatMap((version) => {
    const lines = readFileSync(new URL(`${version}/variants.jsonl`, folder), "utf8")
      .split("\n")
      .filter(Boolean);
    return lines.map((line, index) => {
      const { event, payload } = JSON.parse(line) as { event: string; payload: Payload };
      return {
        where: `${version}/variants.jsonl:${index + 1}`,
        version,
        event,
        text: JSON.stringify(payload),
        payload,
      };
    });
  }),
];

/** Returns the recorded payload of an event, with changed fields. */
export function payloadOf(event: string, changes: Fields = {}, version: Version = "v1.123.0"): Payload {
  const recorded = events.find((one) => one.event === event && one.version === version);
  if (recorded === undefined) throw new Error(`${event} of ${version} was not recorded`);
  return { ...recorded.payload, ...changes };
}
