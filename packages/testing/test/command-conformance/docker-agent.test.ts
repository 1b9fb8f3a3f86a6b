import { SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { expect, it } from "vitest";
import { recordedPayloads } from "../docker-agent/recordings.js";
import { checkInMemory, type Printed } from "./check-in-memory.js";

const SPECIFIC = { hook_event_name: "pre_tool_use", permission_decision: "deny", permission_decision_reason: "no" };
const DENIAL = { decision: "block", hook_specific_output: SPECIFIC };
const prints = (document: object, more: Printed = {}): Printed => ({
  stdout: `${JSON.stringify(document)}\n`,
  ...more,
});

/** Checks a hook that gives this answer before each tool call. */
function found(
  answer: Printed,
  only?: readonly string[],
  options: { readonly version?: string; readonly policy?: "block" } = {},
) {
  return checkInMemory({
    host: "docker-agent",
    ...options,
    ...(only === undefined ? {} : { only }),
    hook: (event) =>
      event === "pre_tool_use" ? answer : event === "session_start" ? { stdout: "today is a good day\n" } : {},
  });
}

it("finds no fault in a correct hook of any version", async () => {
  expect(await found(prints(DENIAL), undefined, { version: "v1.58.0", policy: "block" })).toEqual({});
  expect(await found(prints(DENIAL))).toEqual({ "input/denied": "not applicable" });
});

const DENIES_NOTHING = { "denial/every-variant": "not applicable", "denial/reason-once": "not applicable" };

it.each<readonly [fault: string, answer: Printed, verdicts: Readonly<Record<string, string>>]>([
  ["a log", { stdout: `a log\n${JSON.stringify(DENIAL)}` }, { "answer/one-object": "broken", ...DENIES_NOTHING }],
  [
    "a wrong type",
    prints({ ...DENIAL, reason: { text: "no" } }),
    { "answer/taken": "broken", "answer/types": "broken", ...DENIES_NOTHING },
  ],
  ["an unknown key", prints({ ...DENIAL, hookSpecificOutput: {} }), { "answer/words": "broken" }],
  [
    "an unknown word",
    prints({ ...DENIAL, hook_specific_output: { ...SPECIFIC, permission_decision: "DENY" } }),
    { "answer/words": "broken", "denial/every-variant": "broken" },
  ],
  ["an unknown decision", prints({ ...DENIAL, decision: "deny" }), { "answer/words": "broken" }],
  [
    "a denial that one variant does not read",
    prints({ decision: "block" }),
    { "denial/every-variant": "broken", "denial/reason": "broken" },
  ],
  [
    "a denial that also allows",
    prints({ ...DENIAL, hook_specific_output: { ...SPECIFIC, permission_decision: "allow" } }),
    { "approval/never": "broken", "denial/every-variant": "broken" },
  ],
  ["two reasons", prints({ ...DENIAL, reason: "no" }), { "denial/reason-once": "broken" }],
  ["a denial by the exit code, without a reason", { exit: 2 }, { "denial/reason": "broken" }],
  ["silence", {}, DENIES_NOTHING],
  [
    "another exit code",
    prints(DENIAL, { exit: 1 }),
    { "end/code": "broken", "denial/every-variant": "not applicable" },
  ],
])("finds %s", async (_, answer, verdicts) => {
  expect(await found(answer, Object.keys(verdicts))).toEqual(verdicts);
});

it("sends every recorded event unchanged", () => {
  const { payloads, older } = SIMULATIONS["docker-agent"];
  expect(payloads).toEqual(recordedPayloads("v1.123.0"));
  expect(older).toEqual({ "v1.58.0": recordedPayloads("v1.58.0") });
});
