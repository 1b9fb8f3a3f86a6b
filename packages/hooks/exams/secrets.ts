// Scores the redaction on published examples: `npx tsx packages/hooks/exams/secrets.ts FILE [--misses]`. FILE has one JSON
// object per line, optionally gzipped: { kind: "tp" | "fp", rule, secret, text }. A "tp" row counts if its secret is not
// in the redacted text, an "fp" row if its text does not change.
import { z } from "zod";
import { redactText } from "../../sdk/src/redaction/index.js";
import { readRows } from "./rows.js";

const rowSchema = z.object({ kind: z.enum(["tp", "fp"]), rule: z.string(), secret: z.string(), text: z.string() });

const [file, ...flags] = process.argv.slice(2);
if (file === undefined) {
  console.error("expected a file of rows: npx tsx packages/hooks/exams/secrets.ts FILE [--misses]");
  process.exit(2);
}
const rows = readRows(file, rowSchema);

const total = { hidden: 0, secrets: 0, changed: 0, harmless: 0 };
const rules = new Map<string, typeof total>();
for (const row of rows) {
  const redacted = redactText(row.text).text;
  const score = rules.get(row.rule) ?? { hidden: 0, secrets: 0, changed: 0, harmless: 0 };
  rules.set(row.rule, score);
  const isRight = row.kind === "tp" ? !redacted.includes(row.secret) : redacted === row.text;
  for (const each of [score, total]) {
    if (row.kind === "tp") {
      each.secrets++;
      if (isRight) each.hidden++;
    } else {
      each.harmless++;
      if (!isRight) each.changed++;
    }
  }
  if (!isRight && flags.includes("--misses")) console.log(row.kind, row.rule, JSON.stringify(row.text.slice(0, 300)));
}

const line = (name: string, { hidden, secrets, changed, harmless }: typeof total) =>
  `${name.padEnd(44)} ${`${hidden}/${secrets}`.padStart(9)} ${`${changed}/${harmless}`.padStart(9)}`;
console.log(`${"rule".padEnd(44)} ${"hidden".padStart(9)} ${"changed".padStart(9)}`);
for (const [rule, score] of [...rules].sort(([a], [b]) => a.localeCompare(b))) console.log(line(rule, score));
console.log(line("total", total));
const percent = (part: number, whole: number) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)}%`);
console.log(
  `hidden: ${percent(total.hidden, total.secrets)}; harmless texts changed: ${percent(total.changed, total.harmless)}`,
);
