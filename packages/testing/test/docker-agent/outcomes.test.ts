import { describe, expect, it } from "vitest";
import { executeHooks, type HookResult } from "../../../sdk/src/hosts/docker-agent/simulate-executor.js";
import { type HookAnswer, matchesTool } from "../../src/internal/command-hosts.js";
import { type Outcome, recorded, VERSIONS } from "./recordings.js";

const GO = { syntax: "go", isWhole: true } as const;

describe.each(VERSIONS)("the executor of %s", (version) => {
  const outcomes = recorded<Outcome>(version, "outcomes");

  it("was recorded", () => expect(outcomes.length).toBeGreaterThan(150));

  it.each(outcomes)("comes to the recorded result in case $id, $event", (outcome) => {
    const { event, variant, matcher = "", input, options, result } = outcome;
    const answers = matchesTool(matcher, input.tool_name ?? "", GO) ? answersOf(outcome) : [];
    const onFailure = options?.on_error === "block" ? options.on_error : undefined;
    const executed = executeHooks(answers, { version, event, preempts: variant === "preempt", onFailure });
    expect(asRecorded(executed, Object.keys(result))).toEqual(result);
  });
});

it("the executor accepts no new arguments in the preempt variant", () => {
  const run = { stdout: '{"hook_specific_output":{"updated_input":{"cmd":"true"}}}' };
  const result = executeHooks([run], { version: "v1.123.0", event: "pre_tool_use", preempts: true });
  expect(result).not.toHaveProperty("modifiedInput");
});

function answersOf(outcome: Outcome): readonly HookAnswer[] {
  const { options: { timeout = 60, working_dir } = {}, sleep_seconds = 0, signal } = outcome;
  if (working_dir !== undefined) return [{ unstarted: `chdir ${working_dir}: no such file or directory` }];
  if (sleep_seconds > timeout) return [{ command: `exec sleep ${sleep_seconds}`, timedOut: true, timeout }];
  const { stdout, stderr, exit } = outcome;
  if (outcome.hooks) return outcome.hooks;
  return [signal === undefined ? { stdout, stderr, exit } : { stdout, stderr, signal }];
}

/** Converts a result to the recordings' format: snake_case, and null for missing values. */
function asRecorded(result: HookResult, keys: readonly string[]): unknown {
  const camelCase = (key: string) => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const known = [...keys.map(camelCase), "unreadInput"];
  const unknown = Object.keys(result).filter((key) => !known.includes(key));
  expect(unknown).toEqual([]);
  return Object.fromEntries(keys.map((key) => [key, result[camelCase(key) as keyof HookResult] ?? null]));
}
