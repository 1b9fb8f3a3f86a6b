import { readdirSync, readFileSync } from "node:fs";
import type { MethodName } from "../../src/protocol/index.js";

export interface Recorded {
  /** Version, file and line: `v0.2.9/reply.jsonl:3`. */
  where: string;
  version: string;
  file: string;
  /** The id of a call and its answer. Events have none. */
  id: number | undefined;
  method: MethodName;
  direction: "params" | "result";
  body: unknown;
}

interface Line {
  from: "host" | "hook";
  message: { id?: number; method?: MethodName; params?: unknown; result?: unknown };
}

const root = new URL("../../src/hosts/picoclaw/fixtures/", import.meta.url);

/** Every recorded message. An answer has the method of its call. */
export const recordings: readonly Recorded[] = readdirSync(root).flatMap((version) =>
  readdirSync(new URL(`${version}/`, root)).flatMap((file) => readRecording(version, file)),
);

function readRecording(version: string, file: string): Recorded[] {
  const asked = new Map<number, MethodName>();
  const lines = readFileSync(new URL(`${version}/${file}`, root), "utf8")
    .split("\n")
    .filter(Boolean);
  return lines.map((line, index) => {
    const { id, method, params, result } = (JSON.parse(line) as Line).message;
    const where = `${version}/${file}:${index + 1}`;
    if (method) {
      if (id !== undefined) asked.set(id, method);
      return { where, version, file, id, method, direction: "params", body: params };
    }
    const answered = asked.get(id ?? -1);
    if (!answered) throw new Error(`${where} answers no call`);
    return { where, version, file, id, method: answered, direction: "result", body: result };
  });
}
