import { describe, test } from "vitest";
import { GUARD } from "../../src/matrix/table.js";
import { expectCells } from "./row.js";

const rows = GUARD.map((row) => [row.fault, row] as const);

describe.each(["block", "continue"] as const)("one guard under every agent: %s", (policy) => {
  test.each(rows)(
    `%s: under ${policy} the call has the effect in the table`,
    { timeout: 1_200_000 },
    async (fault, row) => {
      const command = fault.endsWith("harmless") ? "ls" : "rm -rf ./work";
      await expectCells(row[policy], (lane) => lane.callEffect({ fault, policy, role: "guard" }, command));
    },
  );
});
