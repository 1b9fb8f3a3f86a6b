import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Managed } from "../start-manager.js";
import { chainRows, unsoundApprovals, wrongInside } from "./chain-rows.js";
import { afterLlmRows, beforeLlmRows } from "./llm-rows.js";
import { VERSIONS } from "./recorded-calls.js";
import { check, type Row, startChain } from "./row.js";
import { afterToolRows, approveToolRows, beforeToolRows } from "./tool-rows.js";

const rows: readonly Row[] = [
  ...beforeLlmRows,
  ...afterLlmRows,
  ...beforeToolRows,
  ...approveToolRows,
  ...afterToolRows,
  ...chainRows,
  ...wrongInside,
  ...unsoundApprovals,
];

describe.each(VERSIONS)("on the recorded calls of %s", (version) => {
  let chain: Managed;
  beforeAll(async () => {
    chain = await startChain(version);
  });
  afterAll(() => chain.manager.close());

  const mine = rows.filter(({ versions }) => versions === undefined || versions.includes(version));
  test.each(mine.map((row) => [row.method, row.fact, row] as const))("%s: %s", async (_method, _fact, row) => {
    await check(chain, row, version);
  });
});

test("every quotation in a row is in the docs", () => {
  const docs = readFileSync(new URL("../../../../docs/picoclaw.md", import.meta.url), "utf8");
  for (const { docs: quotation } of rows) if (quotation !== undefined) expect(docs).toContain(quotation);
});
