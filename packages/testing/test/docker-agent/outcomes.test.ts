import { describe, expect, it } from "vitest";
import {
  DOCKER_AGENT_VERSIONS,
  executeHooks,
  type HookResult,
  type HookRun,
  matchesTool,
} from "../../src/docker-agent/index.js";
import { type Outcome, recorded } from "./recordings.js";

describe.each(DOCKER_AGENT_VERSIONS)("the executor of %s", (version) => {
  const outcomes = recorded<Outcome>(version, "outcomes");

  it("was recorded", () => expect(outcomes.length).toBeGreaterThan(150));

  it.each(outcomes)("comes to the recorded result in case $id, $event", (outcome) => {
    const { event, variant = "default", matcher = "", input, result } = outcome;
    const runs = matchesTool(matcher, input.tool_name ?? "") ? runsOf(outcome) : [];
    expect(asRecorded(executeHooks(runs, { version, event, variant }), Object.keys(result))).toEqual(result);
  });
});

it("the executor takes no new arguments in the variant before the approval rules", () => {
  const run = { stdout: '{"hook_specific_output":{"updated_input":{"cmd":"true"}}}' };
  const result = executeHooks([run], { version: "v1.123.0", event: "pre_tool_use", variant: "preempt" });
  expect(result).not.toHaveProperty("modifiedInput");
});

function runsOf(outcome: Outcome): readonly HookRun[] {
  const { options: { timeout = 60, on_error: onError, working_dir } = {}, sleep_seconds = 0, signal } = outcome;
  const policy = onError === undefined ? {} : { onError };
  if (working_dir !== undefined) return [{ failed: `chdir ${working_dir}: no such file or directory`, ...policy }];
  if (sleep_seconds > timeout) {
    const failed = `hook "exec sleep ${sleep_seconds}" timed out after ${timeout}s: context deadline exceeded`;
    return [{ failed, ...policy }];
  }
  const { stdout, stderr, exit } = outcome;
  if (outcome.hooks) return outcome.hooks;
  return [signal === undefined ? { stdout, stderr, exit, ...policy } : { stdout, stderr, signal, ...policy }];
}

/** Converts a result to the recordings' format: snake_case, and null for missing values. */
function asRecorded(result: HookResult, keys: readonly string[]): unknown {
  const camelCase = (key: string) => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const unknown = Object.keys(result).filter((key) => !keys.map(camelCase).includes(key));
  expect(unknown).toEqual([]);
  return Object.fromEntries(keys.map((key) => [key, result[camelCase(key) as keyof HookResult] ?? null]));
}
