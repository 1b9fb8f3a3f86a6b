import { expect, test } from "vitest";
import type { ContenderName } from "../src/contenders/names.js";
import { inEachForm } from "../src/measures/forms.js";

/** Returns a contender whose forms take the given times, in milliseconds. */
function taking(name: ContenderName, times: Readonly<Record<string, number>>) {
  return { name, commands: Object.fromEntries(Object.entries(times).map(([form, ms]) => [form, [String(ms)]])) };
}

test("compares each of our forms with the floor's only form, and our snapshot with the peers' fastest form", async () => {
  const contenders = [
    taking("bare", { plain: 10 }),
    taking("agent-hook", { plain: 40, bundle: 30, snapshot: 20 }),
    taking("mcp", { plain: 60, bundle: 50 }),
    taking("civic", { plain: 70, bundle: 80 }),
    taking("python", { plain: 5 }),
  ];
  const rows = await inEachForm(contenders, 3, async ([ms]) => Number(ms));
  expect(rows).toEqual({
    plain: { bare: 10, "agent-hook": 40, mcp: 60, civic: 70, python: 5 },
    bundle: { bare: 10, "agent-hook": 30, mcp: 50, civic: 80 },
    snapshot: { bare: 10, "agent-hook": 20, mcp: 50, civic: 70, python: 5 },
  });
});
