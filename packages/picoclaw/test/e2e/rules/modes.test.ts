import { expect, test } from "vitest";
import { type Json, VERSIONS } from "../../rules/recorded-calls.js";
import { ask } from "../../rules/row.js";
import { puppet, startManager } from "../../start-manager.js";

test("one point of a pair in the config turns on both, and hello lists the modes in the host's order", async () => {
  const { manager, received: heard } = await startManager({
    processes: {
      a_before: puppet({ intercept: ["before_llm"] }),
      b_after: puppet({ intercept: ["after_llm", ""] }),
      c_tool: puppet({ intercept: ["after_tool"] }),
      d_approve: puppet({ intercept: ["approve_tool"] }),
      e_all: puppet({ intercept: ["approve_tool", "before_tool", "after_llm"], observe: ["*"] }),
    },
  });
  const asked = async (method: keyof typeof ask, params: Json) => {
    await ask[method](manager, params);
    return (await heard()).map(({ hook }) => hook);
  };
  expect(await asked("hook.before_llm", { model: "fake" })).toEqual(["a_before", "b_after", "e_all"]);
  expect(await asked("hook.after_llm", { response: {} })).toEqual(["a_before", "b_after", "e_all"]);
  expect(await asked("hook.before_tool", { tool: "exec" })).toEqual(["c_tool", "e_all"]);
  expect(await asked("hook.after_tool", { tool: "exec", result: {} })).toEqual(["c_tool", "e_all"]);
  expect(await asked("hook.approve_tool", { tool: "exec" })).toEqual(["d_approve", "e_all"]);
  expect(manager.status().map(({ modes }) => modes)).toEqual([
    ["llm"],
    ["llm"],
    ["tool"],
    ["approve"],
    ["observe", "llm", "tool", "approve"],
  ]);
});

test("hook.hello {name, version: 1, modes} carries the hook's name from the config", async () => {
  const { manager, lines } = await startManager({
    processes: { "my-hook": puppet({ intercept: ["approve_tool", "before_llm"], observe: ["turn_end"] }) },
  });
  // The puppet returns what it received, including the handshake.
  await manager.approveTool({ tool: "exec" });
  const answer = JSON.parse(lines.find(({ from }) => from === "hook")?.line ?? "");
  expect(answer.result.heard.hello).toEqual({ name: "my-hook", version: 1, modes: ["observe", "llm", "approve"] });
});

test.each([...VERSIONS, "0.2.9", "v0.3"])("%s is accepted as a version", async (version) => {
  await startManager({}, { version });
});

test.each(["", "latest", "v1", "2026-06-13"])("%j is rejected as a version", async (version) => {
  await expect(startManager({}, { version })).rejects.toThrow(
    new RangeError(`"${version}" is not a version of PicoClaw; expected one such as v0.2.9`),
  );
});
