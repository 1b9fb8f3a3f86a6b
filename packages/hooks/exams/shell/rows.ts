import { readFileSync } from "node:fs";
import { z } from "zod";

const row = z.object({
  suite: z.string(),
  id: z.string().optional(),
  command: z.string(),
  expected: z.enum(["block", "pass"]),
});

export type Row = z.output<typeof row>;

/** Reads a file with one row of JSON per line. Throws if a line is not a row. */
export function readRows(file: string): readonly Row[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => row.parse(JSON.parse(line)));
}
