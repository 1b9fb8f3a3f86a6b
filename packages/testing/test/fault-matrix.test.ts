import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Attempt, LANES } from "./fault-matrix/lanes.js";

const DANGEROUS = "rm -rf ./work";
const NOWHERE = "/nowhere/it-is";

const rows: readonly (readonly [label: string, attempt: Attempt])[] = [
  ["nothing wrong, and the call is harmless", { fault: "", shell: "ls" }],
  ["nothing wrong", { fault: "", shell: DANGEROUS }],
  ...[
    "prints, and its child prints, then it refuses",
    "throws an error",
    "never settles",
    "loops for ever",
    "ends with 0, without a word",
    "is killed amid its answer",
  ].map((fault) => [fault, { fault, shell: DANGEROUS }] as const),
  ["its file is missing", { fault: "", shell: DANGEROUS, hook: `${NOWHERE}/guard.mjs` }],
  ["node is missing", { fault: "", shell: DANGEROUS, node: `${NOWHERE}/node` }],
  ["the launcher is missing", { fault: "", shell: DANGEROUS, launcher: `${NOWHERE}/guard.sh` }],
];

describe.concurrent("one guard, unchanged, under every agent", { timeout: 120_000 }, () => {
  test.each(rows)("%s: every agent does what the page says", async (label, attempt) => {
    const cells = await Promise.all(LANES.map((lane) => lane.run(attempt)));
    expect(`| ${[label, ...cells].join(" | ")} |`).toBe(written.get(label));
  });

  test("the page has a column for every agent, and no other rows", () => {
    const [head] = table();
    expect(head).toBe(`| the guard | ${LANES.map(({ name }) => name).join(" | ")} |`);
    expect([...written.keys()]).toEqual(rows.map(([label]) => label));
  });
});

const written = new Map(
  table()
    .slice(2)
    .map((row) => [row.split("|")[1]?.trim(), row]),
);

/** The matrix as the docs show it. */
function table(): string[] {
  const page = readFileSync(new URL("../../../docs/failure.md", import.meta.url), "utf8");
  const [, matrix = ""] = /<!-- each cell is a test: fault-matrix.test.ts -->\n\n([\s\S]*?)\n\n/.exec(page) ?? [];
  return matrix.split("\n");
}
