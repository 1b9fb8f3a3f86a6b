import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { z } from "zod";

/** Reads a file with one row of JSON per line, optionally gzipped. Throws if a line is not a row. */
export function readRows<Schema extends z.ZodType>(path: string, schema: Schema): readonly z.output<Schema>[] {
  const content = readFileSync(path);
  const text = (content[0] === 0x1f && content[1] === 0x8b ? gunzipSync(content) : content).toString("utf8");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => schema.parse(JSON.parse(line)));
}
