import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import type { Cell } from "./cell.js";
import { DOCS_PARTS, type DocsPart, replacePart } from "./docs-parts.js";

/**
 * Compares the test results with the tables in the docs and fails the run if they differ. `npm run test:agents:all -- -u`
 * writes them. A table is only compared if all its tests ran and passed.
 */
export default class DocsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const part of DOCS_PARTS) {
      const cells = cellsOf(part, modules);
      if (cells === undefined) console.log(`${titleOf(part)} was not compared: not all its tests ran and passed.`);
      else this.#compare(part, cells);
    }
  }

  #compare(part: DocsPart, cells: readonly Cell[]): void {
    const page = fileURLToPath(new URL(`../../../../${part.page}`, import.meta.url));
    const before = readFileSync(page, "utf8");
    const after = replacePart(before, part, part.render(cells));
    if (after === before) return;
    if (this.#vitest?.config.snapshotOptions.updateSnapshot === "all") {
      writeFileSync(page, after);
    } else {
      console.error(`${titleOf(part)} does not match these results; npm run test:agents:all -- -u updates it.`);
      process.exitCode = 1;
    }
  }
}

function titleOf({ page, name }: DocsPart): string {
  return `${page}${name}`;
}

/** Returns the cells of a part, or `undefined` if one of its tests did not run or pass. */
function cellsOf({ tests, tables }: DocsPart, modules: readonly TestModule[]): Cell[] | undefined {
  const ofPart = modules.filter(({ moduleId }) => tests.includes(basename(moduleId)));
  const all = ofPart.flatMap((module) => [...module.children.allTests()]);
  if (ofPart.length < tests.length || !ofPart.every((module) => module.ok()) || !all.every(passed)) return undefined;
  return all.flatMap((test) => test.meta().cell ?? []).filter(({ table }) => tables.includes(table));
}

function passed(test: TestCase): boolean {
  return test.result().state === "passed";
}
