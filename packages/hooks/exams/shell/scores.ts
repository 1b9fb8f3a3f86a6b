import type { Guard } from "./guards.js";
import type { Row } from "./rows.js";

/** How a guard did on the rows of one project's suite. */
export interface Score {
  readonly guard: string;
  /** Whether the authors of guardShell's rules had seen the rows. */
  readonly file: "seen" | "unseen";
  readonly suite: string;
  readonly blocked: number;
  readonly harmful: number;
  readonly alarms: number;
  readonly harmless: number;
}

/** Returns a guard's score on each project's rows, and on all. */
export async function scoresOf(guard: Guard, file: Score["file"], rows: readonly Row[]): Promise<readonly Score[]> {
  const answers: { suite: string; expected: Row["expected"]; blocked: boolean }[] = [];
  for (const { suite, command, expected } of rows) {
    answers.push({ suite: suite.split("/")[0] ?? suite, expected, blocked: await guard.blocks(command) });
  }
  const suites = [...new Set(answers.map(({ suite }) => suite)), "all"];
  return suites.map((suite) => {
    const ofSuite = answers.filter((answer) => suite === "all" || answer.suite === suite);
    const harmful = ofSuite.filter(({ expected }) => expected === "block");
    const harmless = ofSuite.filter(({ expected }) => expected === "pass");
    return {
      guard: guard.name,
      file,
      suite,
      blocked: harmful.filter(({ blocked }) => blocked).length,
      harmful: harmful.length,
      alarms: harmless.filter(({ blocked }) => blocked).length,
      harmless: harmless.length,
    };
  });
}
