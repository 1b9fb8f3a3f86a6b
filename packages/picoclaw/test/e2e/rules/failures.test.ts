import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { HookManager, Report } from "../../../src/index.js";
import { CALLS, type CallName, type Json, recordedParams, type Version } from "../../rules/recorded-calls.js";
import { ask, atPoint, unchanged } from "../../rules/row.js";
import type { Script } from "../../start-hook.js";
import { type Managed, manage, puppet, turnOfTheLoop } from "../../start-manager.js";

/** The default limits of the real host. */
const LIMIT_MS = (method: CallName) => (method === "hook.approve_tool" ? 60_000 : 5000);

const FAULTS: readonly (readonly [what: string, script: Script, message: string])[] = [
  ["an error reply", { error: { code: -32000, message: "boom" } }, "with error -32000: boom"],
  ["an undecodable result", { result: "yes" }, "expected object, got string"],
  ["a wrong type inside", { result: { action: 1, approved: 1 } }, "expected"],
  ["an unknown action", { result: { action: "dance", approved: "maybe" } }, "expected"],
  ["a result of the wrong shape", { result: { decision: "deny" } }, ""],
];

/** Returns the outcome of a failure: by PicoClaw's rules and in its words or, under `block`, the strongest denial. */
function outcomeOf(policy: "continue" | "block", method: CallName, params: Json, how: "failed" | "timed out"): object {
  const denial = (text: string, reason: string) => ({
    outcome: "denied",
    by: "guard",
    reason,
    text: `${text}: ${reason}`,
  });
  if (method === "hook.approve_tool") {
    return denial("Tool execution denied by approval hook", `tool approval hook "guard" ${how}`);
  }
  if (policy === "continue") return unchanged(method, params);
  if (method === "hook.before_tool") return denial("Tool execution denied by hook", `hook "guard" ${how}`);
  return { outcome: "aborted", scope: "turn", by: "guard", reason: `hook "guard" ${how}` };
}

/** Returns the end of a report, which states the consequence. */
function consequence(policy: "continue" | "block", method: CallName): string {
  if (method === "hook.approve_tool") return "the tool call is denied";
  return policy === "block" ? "the call is denied" : "the agent continues without this hook";
}

/** The oldest and the newest version: no rule about failures has changed. */
const ENDS = ["v0.2.6", "v0.3.0"] as const;

describe.each(ENDS.flatMap((version) => [[version, "continue"] as const, [version, "block"] as const]))(
  "a hook that fails under the rules of %s, onFailure %s",
  (version, policy) => {
    let managed: Managed;
    beforeAll(async () => {
      managed = await manage({ processes: { guard: puppet({ onFailure: policy }) } }, { version });
    });
    afterAll(() => managed.manager.close());

    const expected = (method: CallName, params: Json, how: "failed" | "timed out", message: string) => ({
      outcome: withScript(atPoint(method, outcomeOf(policy, method, params, how)), params.script),
      reports: [
        expect.objectContaining({
          hook: "guard",
          kind: "call-failed",
          method,
          message: expect.stringMatching(message),
        }),
      ],
    });

    describe.each(CALLS)("%s", (method) => {
      test.each(FAULTS)("%s: follows the policy, and an approval is denied", async (_, script, message) => {
        const params = { ...paramsOf(version, method), script };
        expect(await callOutcome(managed.manager, method, params)).toEqual(
          expected(method, params, "failed", `${message}.*; ${consequence(policy, method)}$`),
        );
      });
    });

    describe("with the default timeouts", () => {
      beforeEach(() => {
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      });
      afterEach(() => {
        vi.useRealTimers();
      });

      test.each(CALLS.map((method) => [method, LIMIT_MS(method)] as const))(
        "%s without an answer ends after %i ms",
        async (method, limit) => {
          const params = { ...paramsOf(version, method), script: { hold: true } };
          const settled = vi.fn();
          const asked = callOutcome(managed.manager, method, params).finally(settled);
          await vi.advanceTimersByTimeAsync(limit - 1);
          await turnOfTheLoop();
          expect(settled).not.toHaveBeenCalled();
          await vi.advanceTimersByTimeAsync(1);
          expect(await asked).toEqual(
            expected(
              method,
              params,
              "timed out",
              `did not answer ${method} in ${limit} ms; ${consequence(policy, method)}$`,
            ),
          );
        },
      );
    });

    test("a dead process: interceptor calls are skipped at once, approvals are denied (run)", async () => {
      const dying = { ...paramsOf(version, "hook.before_tool"), script: { kill: "SIGKILL" } };
      expect(await callOutcome(managed.manager, "hook.before_tool", dying)).toEqual(
        expected("hook.before_tool", dying, "failed", "ended by SIGKILL; "),
      );
      expect(managed.manager.status()[0]).toMatchObject({ state: "failed" });
      for (const method of CALLS) {
        const params = paramsOf(version, method);
        expect(await callOutcome(managed.manager, method, params)).toEqual(
          expected(method, params, "failed", "is not restarted: it cannot be called; "),
        );
      }
      expect(managed.reports.filter(({ kind }) => kind !== "call-failed")).toEqual([
        expect.objectContaining({ hook: "guard", kind: "not-restarted" }),
      ]);
    });
  },
);

describe("hooks.defaults", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["0 is the default", { interceptor_timeout_ms: 0, approval_timeout_ms: 0 }, 5000, 60_000],
    ["less than 0 is the default", { interceptor_timeout_ms: -1, approval_timeout_ms: -1 }, 5000, 60_000],
    ["interceptor_timeout_ms changes four calls", { interceptor_timeout_ms: 70 }, 70, 60_000],
    ["approval_timeout_ms changes one", { approval_timeout_ms: 70 }, 5000, 70],
  ])("%s", async (_, defaults, interceptMs, approveMs) => {
    const managed = await manage({ defaults, processes: { guard: puppet() } });
    try {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      for (const method of CALLS) {
        const limit = method === "hook.approve_tool" ? approveMs : interceptMs;
        const asked = ask[method](managed.manager, { ...paramsOf("v0.2.7", method), script: { hold: true } });
        await vi.advanceTimersByTimeAsync(limit);
        const { reports } = await asked;
        expect(reports[0].message).toContain(`did not answer ${method} in ${limit} ms`);
      }
    } finally {
      vi.useRealTimers();
      await managed.manager.close();
    }
  });
});

/** Returns the outcome of a call with only its own reports. */
async function callOutcome(
  manager: HookManager,
  method: CallName,
  params: Json,
): Promise<{ readonly outcome: object; readonly reports: readonly Report[] }> {
  const { reports, ...outcome } = await ask[method](manager, params);
  return { outcome, reports };
}

function paramsOf(version: Version, method: CallName): Json {
  return recordedParams(version, method);
}

/** Adds the script to a before_llm outcome, which contains the whole params. */
function withScript(outcome: object, script: unknown): object {
  return "request" in outcome && script !== undefined
    ? { ...outcome, request: { ...(outcome.request as object), script } }
    : outcome;
}
