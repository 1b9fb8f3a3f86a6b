import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answer, type RunningHook, spawnReady } from "../../spawn-hook.js";
import { beforeTool, policies } from "../../wire-calls.js";

const BATCH = 1000;
const methods = ["hook.before_tool", "hook.before_llm", "hook.approve_tool", "hook.event", "$/cancelRequest"];
const good = Buffer.from(
  JSON.stringify({ jsonrpc: "2.0", id: 5, method: "hook.before_tool", params: beforeTool("exec") }),
);

const json = fc.jsonValue({ maxDepth: 2, depthSize: "xsmall" });
const id = fc.oneof(fc.integer(), fc.string({ maxLength: 4 }), json);
const text = fc.string({ unit: "binary", maxLength: 30 });
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...methods) },
  text.map((end) => `$/${end}`),
  json,
);
const request = fc.record(
  { jsonrpc: fc.oneof(fc.constant("2.0"), json), id, method, params: json, result: json, error: json },
  { requiredKeys: [] },
);

/** Lines of every kind, as bytes: text, JSON, requests with odd fields, and valid calls, cut or with a changed byte. */
const line = fc
  .oneof(
    text.map((value) => Buffer.from(value)),
    fc.uint8Array({ maxLength: 30 }).map((value) => Buffer.from(value)),
    json.map((value) => Buffer.from(JSON.stringify(value))),
    request.map((value) => Buffer.from(JSON.stringify(value))),
    fc.nat(good.length).map((length) => good.subarray(0, length)),
    fc.tuple(fc.nat(good.length - 1), fc.nat(255)).map(([at, byte]) => good.with(at, byte)),
  )
  .map((bytes) => bytes.filter((byte) => byte !== 10));

const codes = new Set([-32_700, -32_600, -32_601, -32_602]);

function isAnswer({ jsonrpc, result, error }: Answer): boolean {
  return (
    jsonrpc === "2.0" &&
    (result === undefined) !== (error === undefined) &&
    (error === undefined || codes.has(error.code))
  );
}

async function survives(hook: RunningHook, lines: readonly Uint8Array[]) {
  const before = hook.answers.length;
  const newline = Uint8Array.of(10);
  await hook.write(Buffer.concat(lines.flatMap((bytes) => [bytes, newline])));
  const served = `served ${before}`;
  expect(await hook.call("hook.before_tool", beforeTool("exec", { text: "x" }), served)).toMatchObject({
    reason: "1 x",
  });
  const answers = hook.answers.slice(before);
  expect(answers.length).toBeLessThanOrEqual(lines.length + 1);
  expect(answers.filter((answer) => !isAnswer(answer))).toEqual([]);
}

describe("generated lines", () => {
  test.each([
    [policies[0], 100],
    [policies[1], 20],
  ])(
    "thousands of malformed lines do no harm, and the next call is answered (%s, %i thousand)",
    async (POLICY, numRuns) => {
      const hook = await spawnReady("served.mjs", { env: { POLICY } });
      const lines = fc.array(line, { minLength: BATCH, maxLength: BATCH });
      await fc.assert(
        fc.asyncProperty(lines, (batch) => survives(hook, batch)),
        { numRuns, endOnFailure: true },
      );
    },
  );
});
