import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule, TestRunEndReason } from "vitest/node";

const SLOWEST = 10;

/** Ends a run with its slowest files, its seconds, and a plain line that any log reader can parse. */
export default class ClosingLine implements Reporter {
  #startedMs = 0;

  onTestRunStart(): void {
    this.#startedMs = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: TestRunEndReason): void {
    const slowest = modules.toSorted((a, b) => milliseconds(b) - milliseconds(a)).slice(0, SLOWEST);
    console.log(`The ${slowest.length} slowest of ${modules.length} files:`);
    for (const module of slowest) {
      console.log(`${seconds(milliseconds(module)).padStart(8)}  ${relative(process.cwd(), module.moduleId)}`);
    }
    console.log(`Whole run: ${seconds(performance.now() - this.#startedMs)}`);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const parts = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = parts.filter((part) => part.errors().length > 0).length + unhandled.length;
    // A worker that was killed leaves no error.
    const failed = Math.max(count("failed") + broken, reason === "passed" ? 0 : 1);
    console.log(`${count("passed")} passed, ${failed} failed, ${count("skipped")} skipped`);
    // parts.cjs adds up these counts.
    const { TEST_COUNTS } = process.env;
    if (TEST_COUNTS) appendFileSync(TEST_COUNTS, `${count("passed")} ${count("skipped")}\n`);
  }
}

/** How long a file took to import and to run. */
function milliseconds(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return collectDuration + duration;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
