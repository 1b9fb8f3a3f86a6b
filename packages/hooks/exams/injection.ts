// Scores `scanText` on published examples: `npx tsx packages/hooks/exams/injection.ts ROWS... [--list] [--write]`. Each file
// has one JSON object per line, optionally gzipped: { suite, id, kind: "injection" | "harmless", text }. Scores are per
// file and suite: hold some rows out in a file of their own.
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { scanText } from "../src/injection/scan-text.js";
import { readRows } from "./rows.js";

const rowSchema = z.object({
  suite: z.string(),
  id: z.string().default(""),
  kind: z.enum(["injection", "harmless"]),
  text: z.string(),
});

/** How `scanText` did on the rows of one suite in one file. */
export interface InjectionScore {
  readonly file: string;
  readonly suite: string;
  found: number;
  injections: number;
  alarms: number;
  harmless: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
if (positionals.length === 0) {
  console.error("expected files with one row per line");
  process.exit(2);
}

const scores = new Map<string, InjectionScore>();
let bytes = 0;
let took = 0;
for (const path of positionals) {
  const file = basename(path).split(".")[0] ?? path;
  for (const { suite, id, kind, text } of readRows(path, rowSchema)) {
    const start = process.cpuUsage().user;
    const { findings } = scanText(text);
    took += process.cpuUsage().user - start;
    bytes += Buffer.byteLength(text);
    const key = `${file} ${suite}`;
    const score = scores.get(key) ?? { file, suite, found: 0, injections: 0, alarms: 0, harmless: 0 };
    scores.set(key, score);
    const isFound = findings.length > 0;
    if (kind === "injection") {
      score.injections++;
      if (isFound) score.found++;
    } else {
      score.harmless++;
      if (isFound) score.alarms++;
    }
    if (values.list && isFound !== (kind === "injection")) {
      const [first] = findings;
      const shown = first === undefined ? text.slice(-200) : text.slice(Math.max(0, first.start - 40), first.end + 40);
      const rules = [...new Set(findings.map(({ rule }) => rule))].join(", ");
      console.log(`${isFound ? "ALARM" : "MISSED"} ${file} ${suite} ${id} | ${rules} | ${JSON.stringify(shown)}`);
    }
  }
}
const share = (part: number, all: number) => `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(1)}%)`;
for (const { file, suite, found, injections, alarms, harmless } of scores.values()) {
  console.log(`${file} ${suite}: found ${share(found, injections)}, false alarms ${share(alarms, harmless)}`);
}
console.log(`${(bytes / 1e6).toFixed(1)} MB, ${((1e3 * took) / bytes).toFixed(1)} ms per MB`);
if (values.write) {
  const text = `${JSON.stringify({ scores: [...scores.values()] }, undefined, 2)}\n`;
  writeFileSync(new URL("injection-results.json", import.meta.url), text);
}
