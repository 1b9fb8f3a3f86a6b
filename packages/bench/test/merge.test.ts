import { expect, test } from "vitest";
import { withMeasures } from "../src/report/merge.js";
import { resultsOf } from "./results.js";

const GUARDS = { load: 1, versions: {}, decisions: {}, absent: {} };
const COMMITTED = resultsOf({ "a.p50": { bare: 1 }, "guards.start": { bare: 2, nah: 3 }, "h.1": { bare: 4 } });

test("a run of some measures replaces all their rows, and no others", () => {
  const run = { ...resultsOf({ "guards.inside": { bare: 9 } }), guards: GUARDS };
  expect(withMeasures(COMMITTED, run, ["guards"])).toEqual({
    ...COMMITTED,
    figures: { "a.p50": { bare: 1 }, "h.1": { bare: 4 }, "guards.inside": { bare: 9 } },
    guards: GUARDS,
  });
});

test("a run of other measures keeps what is known about the guards", () => {
  const run = resultsOf({ "a.p50": { bare: 7 } });
  expect(withMeasures({ ...COMMITTED, guards: GUARDS }, run, ["a"])).toMatchObject({
    figures: { "a.p50": { bare: 7 }, "guards.start": { bare: 2, nah: 3 } },
    guards: GUARDS,
  });
});

test("a run on another machine or of other versions is rejected, since the page states them once", () => {
  const run = resultsOf({ "a.p50": { bare: 7 } });
  const merge = (changed: object) => withMeasures(COMMITTED, { ...run, ...changed }, ["a"]);
  expect(() => merge({ machine: { ...run.machine, cores: 64 } })).toThrow("run --write without measures");
  expect(() => merge({ versions: { ...run.versions, zod: "5.0.0" } })).toThrow("run --write without measures");
  expect(merge({ versions: { ...run.versions, "@agent-hook/sdk": "9.0.0" } }).versions).toEqual(COMMITTED.versions);
});
