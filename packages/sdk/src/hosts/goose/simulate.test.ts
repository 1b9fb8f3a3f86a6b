import { describe, expect, it } from "vitest";
import type { HookAnswer, Situation } from "../../host-tools/effect.js";
import { simulation } from "./simulate.js";

const effect = (event: string, answer: HookAnswer, situation: Situation = {}) =>
  simulation.changeBy({ event, payload: {}, answer, situation, version: simulation.version });
const isDenied = expect.objectContaining({ tool: "does not run" });
const block = { stdout: '{"decision":"block","reason":"no rm"}' };

describe("the simulation of Goose", () => {
  it.each<[string, HookAnswer, unknown, unknown]>([
    ["exit code 2", { exit: 2, stderr: "no rm\n" }, expect.objectContaining({ reason: "no rm" }), isDenied],
    ["a block, whatever the exit code", { ...block, exit: 1 }, expect.objectContaining({ reason: "no rm" }), isDenied],
    ["another exit code", { exit: 1 }, {}, isDenied],
    ["a signal", { signal: "SIGKILL" }, {}, isDenied],
    ["the end of its timeout", { timedOut: true }, {}, isDenied],
    ["nothing", {}, {}, {}],
    ["text that is not a decision", { stdout: "ok" }, {}, isDenied],
    ["an answer without a decision", { stdout: "{}" }, {}, isDenied],
    ["allow", { stdout: '{"decision":"allow"}' }, {}, {}],
  ])("before a tool, after %s: with and without on_failure", (_what, answer, without, withOnFailure) => {
    expect(effect("PreToolUse", answer)).toEqual(without);
    expect(effect("PreToolUse", answer, { onFailure: "block" })).toEqual(withOnFailure);
  });

  it("tells the model that a denial is a policy", () => {
    expect(effect("PreToolUse", block).result).toContain("Do not retry");
  });

  it("continues the turn after a block at its end, and reads nothing at other events", () => {
    expect(effect("Stop", block)).toMatchObject({ turn: "continues", context: ["no rm"] });
    expect(effect("PostToolUse", block)).toEqual({});
  });
});
