import { expect, test } from "vitest";
import * as z from "zod";
import { withOwnFilters } from "../../src/hook/own-filters.js";
import { compose, defineHook, defineTool } from "../../src/index.js";
import { manifestOf } from "../../src/runtime/manifest.js";

const hook = (name: string, deadlines?: object) => defineHook({ name, beforeLlm: () => {}, ...{ deadlines } } as never);

const tool = defineTool({ name: "t", description: "", input: z.object({}), run: () => "" });

test.each([
  ["a hook that names none", hook("plain"), { interceptMs: 4500, approveMs: 55_000, oneCallMs: 4500 }],
  ["a hook that names one", hook("quick", { interceptMs: 10 }), { interceptMs: 10, approveMs: 55_000, oneCallMs: 10 }],
  [
    "a hook that leaves one undefined",
    hook("js", { interceptMs: undefined, approveMs: 9 }),
    { interceptMs: 4500, approveMs: 9, oneCallMs: 4509 },
  ],
  [
    "members that name one each",
    compose(hook("a", { interceptMs: 10 }), hook("b", { approveMs: 20 })),
    { interceptMs: 10, approveMs: 20, oneCallMs: 30 },
  ],
  [
    "a hook that waits as long as a timer can, which both together do not exceed",
    hook("patient", { interceptMs: 2 ** 31 - 1, approveMs: 2 ** 31 - 1 }),
    { interceptMs: 2 ** 31 - 1, approveMs: 2 ** 31 - 1, oneCallMs: 2 ** 31 - 1 },
  ],
])("the manifest of %s has its effective deadlines", (_, of, deadlines) => {
  expect(manifestOf(of, []).deadlines).toEqual(deadlines);
});

test("the manifest lists the host's tools that any member may answer, if there are any", () => {
  const responds = (name: string, respondsTo: readonly string[]) => defineHook({ name, respondsTo });
  expect(manifestOf(compose(responds("a", ["web_fetch"]), responds("b", ["exec"])), []).respondsTo).toEqual([
    "web_fetch",
    "exec",
  ]);
  expect(manifestOf(hook("plain"), [])).not.toHaveProperty("respondsTo");
});

test("the manifest lists the points where the hook needs only calls of its own tools", () => {
  const withTool = (more: object) => defineHook({ name: "h", tools: [tool], ...more } as never);
  expect(manifestOf(withTool({}), []).forTools).toEqual(["beforeLlm", "beforeTool"]);
  expect(manifestOf(withTool({ beforeTool: () => {} }), []).forTools).toEqual(["beforeLlm"]);
  expect(manifestOf(compose(withTool({}), hook("other")), []).forTools).toEqual(["beforeTool"]);
  expect(manifestOf(hook("plain"), [])).not.toHaveProperty("forTools");
});

test("the manifest has the filters that any member applies itself, if there are any", () => {
  const limited = withOwnFilters(hook("limited"), [{ option: "limits[0]", names: ["bash"] }]);
  expect(manifestOf(compose(hook("plain"), limited), []).ownFilters).toEqual([
    { hook: "limited", option: "limits[0]", names: ["bash"] },
  ]);
  expect(manifestOf(hook("plain"), [])).not.toHaveProperty("ownFilters");
});
