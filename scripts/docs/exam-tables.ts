import { readFileSync } from "node:fs";
import type { DojoScore } from "../../packages/hooks/exams/agentdojo.js";
import type { InjectionScore } from "../../packages/hooks/exams/injection.js";
import type { Score } from "../../packages/hooks/exams/shell/scores.js";
import { table } from "./table.js";

/** Returns the scores of each guard on each suite that `packages/hooks/exams/shell.ts --write` committed. */
export function shellExam(): string {
  const scores = scoresIn<Score>("shell-results.json");
  const cell = (
    { suite, guard }: Score,
    file: Score["file"],
    part: "blocked" | "alarms",
    all: "harmful" | "harmless",
  ) => {
    const score = scores.find((one) => one.suite === suite && one.guard === guard && one.file === file);
    return score === undefined ? "" : shareOf(score[part], score[all]);
  };
  return table(
    ["rows of", "guard", "harmful, blocked: seen", "unseen", "harmless, blocked: seen", "unseen"],
    scores
      .filter(({ file }) => file === "seen")
      .toSorted((a, b) => order(a.suite) - order(b.suite))
      .map((score) => [
        score.suite === "all" ? "all" : (NAMES[score.suite] ?? score.suite),
        score.guard,
        cell(score, "seen", "blocked", "harmful"),
        cell(score, "unseen", "blocked", "harmful"),
        cell(score, "seen", "alarms", "harmless"),
        cell(score, "unseen", "alarms", "harmless"),
      ]),
  );
}

/** Returns what `scanText` found in each source, that `packages/hooks/exams/injection.ts --write` committed. */
export function injectionExam(): string {
  const scores = scoresIn<InjectionScore>("injection-results.json");
  const sources = [...new Set(scores.map(({ suite }) => suite))];
  const cell = (suite: string, file: string, part: "found" | "alarms", all: "injections" | "harmless") => {
    const score = scores.find((one) => one.suite === suite && one.file === file);
    return score === undefined || score[all] === 0 ? "" : shareOf(score[part], score[all]);
  };
  return table(
    ["rows of", "injections, seen half", "injections, held out", "harmless, seen half", "harmless, held out"],
    sources.map((suite) => [
      suite,
      cell(suite, "seen", "found", "injections"),
      cell(suite, "held-out", "found", "injections"),
      cell(suite, "seen", "alarms", "harmless"),
      cell(suite, "held-out", "alarms", "harmless"),
    ]),
  );
}

/** The group of the calls that a rule would leave to a person. */
const PERSON = "a person decides";

/** Returns AgentDojo's calls and results, which `packages/hooks/exams/agentdojo.ts --write` committed. */
export function dojoExams(): readonly [calls: string, results: string] {
  const scores = scoresIn<DojoScore>("agentdojo-results.json");
  const rows = (of: DojoScore["of"]) => {
    const groups = [...new Set(scores.filter((score) => score.of === of).map(({ group }) => group))].sort(
      (a, b) => Number(a === PERSON) - Number(b === PERSON),
    );
    return groups.map((group) => [
      group,
      ...[true, false].map((harmful) => {
        const score = scores.find((one) => one.of === of && one.group === group && one.harmful === harmful);
        return score === undefined ? "" : shareOf(score.stopped, score.all);
      }),
    ]);
  };
  return [
    table(["suite", "calls of the attacker, denied", "calls of the user, denied"], rows("calls")),
    table(["attack or suite", "results with an attack, marked", "results without one, marked"], rows("results")),
  ];
}

function scoresIn<Score>(name: string): readonly Score[] {
  const file = new URL(`../../packages/hooks/exams/${name}`, import.meta.url);
  const { scores }: { scores: readonly Score[] } = JSON.parse(readFileSync(file, "utf8"));
  return scores;
}

function shareOf(part: number, all: number): string {
  return `${part} of ${all} (${percent(part, all)})`;
}

const NAMES: Readonly<Record<string, string>> = { nah: "nah", dcg: "dcg", "safety-net": "cc-safety-net" };

function order(suite: string): number {
  return [...Object.keys(NAMES), "all"].indexOf(suite);
}

function percent(part: number, all: number): string {
  return `${((100 * part) / Math.max(1, all)).toFixed(1)}%`;
}
