import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { describe, expect, test } from "vitest";
import { headlineOf, outcomeOf, toneOf } from "../src/decision.js";
import { choicesIn, NO_FILTER, select } from "../src/filter.js";
import { agentsIn, hooksIn } from "../src/summaries.js";
import { duration, roughly } from "../src/times.js";

const record = (fields: object = {}): DecisionRecord => ({
  id: "aaaaaaaa",
  time: "2026-01-31T09:30:00.000Z",
  host: { name: "claude-code" },
  ...{ hook: "guard", point: "beforeTool", decision: "none", ms: 1, pid: 1 },
  ...fields,
});
const entries = (...records: readonly object[]) =>
  records.map((fields, number) => ({ number, record: record(fields) }));
const failure = { kind: "threw", where: "beforeTool", message: "no database", consequence: "denied" };

describe("summaries", () => {
  test("an agent is a session, and the one with the last call is first", () => {
    const agents = agentsIn(
      entries(
        { session: "a" },
        { session: "b" },
        { session: "a", decision: "deny", tool: "Bash" },
        { host: { name: "codex" } },
      ),
    );
    expect(agents.map(({ host, session, calls, denials }) => [host, session, calls, denials])).toEqual([
      ["codex", "", 1, 0],
      ["claude-code", "a", 2, 1],
      ["claude-code", "b", 1, 0],
    ]);
    expect(agents[1]?.last.tool).toBe("Bash");
  });

  test("a hook has its counts and durations, without those that a launcher answered", () => {
    const calls = Array.from({ length: 100 }, (_, at) => ({ ms: at + 1 }));
    const launcher = { hook: "dead.js", by: "launcher", ms: 0, decision: "deny", failure };
    expect(hooksIn(entries(...calls.reverse(), launcher))).toEqual([
      { hook: "dead.js", calls: 1, denials: 1, failures: 1, p50: undefined, p99: undefined },
      { hook: "guard", calls: 100, denials: 0, failures: 0, p50: 50, p99: 99 },
    ]);
  });

  test("a name such as __proto__ is only a name", () => {
    const names = { hook: "__proto__", tool: "constructor", decision: "toString", session: "__proto__" };
    const all = entries(names);
    expect(hooksIn(all)[0]?.hook).toBe("__proto__");
    expect(choicesIn(all).tool).toEqual(["constructor"]);
    expect(outcomeOf(record(names))).toBe("toString");
    expect(select(all, { ...NO_FILTER, hook: "__proto__" })).toHaveLength(1);
    expect(headlineOf(record({ arguments: JSON.parse('{"__proto__":{"command":"x"}}') }))).toBe(
      '{"__proto__":{"command":"x"}}',
    );
  });
});

test("the search finds every word in any field, and no part of a field's quotes", () => {
  const all = entries({ arguments: { list: ["git PUSH", { deep: 'say "hi"' }] }, failure }, { reason: "push" });
  const found = (search: string) => select(all, { ...NO_FILTER, search }).map(({ number }) => number);
  expect(found("push")).toEqual([0, 1]);
  expect(found("  DATABASE   git ")).toEqual([0]);
  expect(found('say "hi"')).toEqual([0]);
  expect(found("nowhere")).toEqual([]);
});

test("a decision has a word and a color", () => {
  expect([outcomeOf(record()), toneOf(record())]).toEqual(["passed", "passed"]);
  const denied = record({ decision: "deny", failure });
  expect([outcomeOf(denied), toneOf(denied)]).toEqual(["failed, denied", "denied"]);
  expect(toneOf(record({ failure }))).toBe("warning");
  expect(toneOf(record({ decision: "modify" }))).toBe("changed");
});

test("a call is described by its command, its path, or all its arguments", () => {
  expect(headlineOf(record({ arguments: { description: "d", command: "ls" } }))).toBe("ls");
  expect(headlineOf(record({ arguments: { path: "/a" } }))).toBe("/a");
  expect(headlineOf(record({ arguments: { n: 1 } }))).toBe('{"n":1}');
  expect(headlineOf(record({ arguments: "…" }))).toBe("…");
  expect(headlineOf(record())).toBe("");
});

test("durations have one unit", () => {
  expect([0, 59_999, 60_000, 7_200_000, 200_000_000].map(roughly)).toEqual(["0 s", "59 s", "1 min", "2 h", "2 d"]);
  expect([0.42, 9.96, 31.2, 2140].map(duration)).toEqual(["0.4 ms", "10 ms", "31 ms", "2.1 s"]);
});
