import { describe, test } from "vitest";
import { INPUT, RESULT } from "../../src/matrix/table.js";
import { expectCells } from "./row.js";

const rows = [
  ...RESULT.map((row) => ["result", row.fault, row] as const),
  ...INPUT.map((row) => ["input", row.fault, row] as const),
];

describe.each(["block", "continue"] as const)("one redactor under every agent: %s", (policy) => {
  test.each(rows)(
    `%s, %s: under ${policy} the secret ends up where the table says`,
    { timeout: 1_200_000 },
    async (what, fault, row) => {
      await expectCells(row[policy], (lane) =>
        lane.textEffect({ fault, policy, role: "redactor" }, what, "the secret"),
      );
    },
  );
});
