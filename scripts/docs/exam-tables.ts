import { readFileSync } from "node:fs";
import type { Score } from "../../packages/hooks/exams/shell/scores.js";
import { table } from "./table.js";

/** Returns the scores of each guard on each suite that `packages/hooks/exams/shell.ts --write` committed. */
export function shellExam(): string {
  const file = new URL("../../packages/hooks/exams/shell-results.json", import.meta.url);
  const { scores }: { scores: readonly Score[] } = JSON.parse(readFileSync(file, "utf8"));
  return table(
    ["rows of", "guard", "harmful, blocked", "harmless, blocked"],
    [...scores]
      .sort((a, b) => order(a.suite) - order(b.suite))
      .map(({ suite, guard, blocked, harmful, alarms, harmless }) => [
        suite === "all" ? "all" : (NAMES[suite] ?? suite),
        guard,
        `${blocked} of ${harmful} (${percent(blocked, harmful)})`,
        `${alarms} of ${harmless} (${percent(alarms, harmless)})`,
      ]),
  );
}

const NAMES: Readonly<Record<string, string>> = { nah: "nah", dcg: "dcg", "safety-net": "cc-safety-net" };

function order(suite: string): number {
  return [...Object.keys(NAMES), "all"].indexOf(suite);
}

function percent(part: number, all: number): string {
  return `${((100 * part) / Math.max(1, all)).toFixed(1)}%`;
}
