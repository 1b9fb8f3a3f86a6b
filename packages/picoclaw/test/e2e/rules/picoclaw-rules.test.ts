import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainRows, unsoundApprovals, wrongInside } from "../../rules/chain-rows.js";
import { afterLlmRows, beforeLlmRows } from "../../rules/llm-rows.js";
import { VERSIONS } from "../../rules/recorded-calls.js";
import { check, type Row, startChain } from "../../rules/row.js";
import { afterToolRows, approveToolRows, beforeToolRows } from "../../rules/tool-rows.js";
import type { Managed } from "../../start-manager.js";

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

  // A rule of every version is tested on the oldest and on the newest.
  const isEnd = version === VERSIONS[0] || version === VERSIONS.at(-1);
  const mine = rows.filter(({ versions }) => versions?.includes(version) ?? isEnd);
  test.each(mine.map((row) => [row.method, row.fact, row] as const))("%s: %s", async (_method, _fact, row) => {
    await check(chain, row, version);
  });
});

test("every quotation in a row is in the docs", () => {
  const docs = readFileSync(new URL("../../../../../docs/picoclaw.md", import.meta.url), "utf8");
  for (const { docs: quotation } of rows) if (quotation !== undefined) expect(docs).toContain(quotation);
});
