import { readdirSync, readFileSync } from "node:fs";
import type { Raw } from "./overlays/edits.js";

const root = new URL("../../../sdk/src/hosts/", import.meta.url);

/** A message that a real PicoClaw sent to a hook. */
export interface RecordedCall {
  /** `v0.2.9/reply.jsonl:3` */
  readonly where: string;
  /** The folder name: a version, or the date of a snapshot. */
  readonly version: string;
  readonly method: string;
  readonly params: Raw;
}

/** Every recorded call and event of PicoClaw. */
export const picoclawCalls: readonly RecordedCall[] = readdirSync(new URL("picoclaw/fixtures/", root)).flatMap(
  (version) => {
    const folder = new URL(`picoclaw/fixtures/${version}/`, root);
    return readdirSync(folder).flatMap((file) => callsIn(version, file, readFileSync(new URL(file, folder), "utf8")));
  },
);

function callsIn(version: string, file: string, text: string): RecordedCall[] {
  return text.split("\n").flatMap((line, at) => {
    const { method, params } = line === "" ? {} : JSON.parse(line).message;
    return method === undefined ? [] : [{ where: `${version}/${file}:${at + 1}`, version, method, params }];
  });
}
