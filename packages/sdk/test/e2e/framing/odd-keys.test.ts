import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Fields, type RunningHook, spawnReady } from "../../spawn-hook.js";
import { beforeLlm } from "../../wire-calls.js";

const ways = ["untouched", "handed back", "spread", "copied"];
const odd = `{
  "__proto__": {"polluted": true, "__proto__": null},
  "constructor": {"prototype": {"polluted": true}},
  "prototype": 1, "toString": 2, "valueOf": null, "hasOwnProperty": false, "toJSON": "text", "then": {}, "length": 3,
  "": "empty", " ": "space", "a.b": 1, "a[0]": 2, "$ref": "#", "é": 1, "\\u0000": 2, "\\ud800": 3, "12": "twelve", "-1": 4,
  "forLlm": 1, "for_llm": 2, "tool": "x", "arguments": {"arguments": []}, "patch": 1, "action": "deny",
  "numbers": [9007199254740991, 9007199254740993, -9007199254740993, 1e308, 5e-324, 1e-400, 0.1, 1e21, 123456789012345678901234567890],
  "nested": [{"__proto__": {"x": [[[{"__proto__": 1}]]]}}, [], {}, null, true]
}`.replaceAll("\n", "");

/** Without integers that JavaScript cannot represent: the SDK does not decide on calls that contain them. */
const exact = odd.replaceAll(/-?9007199254740993, |, 123456789012345678901234567890/g, "");

let nextId = 100;

async function send(hook: RunningHook, method: string, params: string) {
  const id = nextId++;
  hook.write(`{"jsonrpc":"2.0","id":${id},"method":"hook.${method}","params":${params}}\n`);
  return (await hook.answer(id)).result;
}

/** Expects every way of leaving the arguments unchanged to return the output of `JSON.parse`. */
async function keeps(hook: RunningHook, args: string) {
  for (const way of ways) {
    const params = `{"tool":${JSON.stringify(way)},"arguments":${args},"__proto__":{"x":1},"x_call":${odd}}`;
    const result = await send(hook, "before_tool", params);
    const { tool: _, ...expected } = JSON.parse(params);
    const { tool, ...call } = result?.call ?? {};
    expect(tool).toBe("other");
    deepStrictEqual(call, expected, way);
  }
}

describe("keys of any name and extreme numbers", () => {
  test("arguments with __proto__ and the like pass through an overlay as JSON.parse returns them", async () => {
    const hook = await spawnReady("overlays.mjs");
    await keeps(hook, exact);
    const approval = await send(hook, "approve_tool", `{"tool":"exec","arguments":${exact}}`);
    expect(approval).toMatchObject({ approved: true });
  });

  test("they pass through after_tool too, with a changed result", async () => {
    const hook = await spawnReady("overlays.mjs");
    const params = `{"tool":"exec","arguments":${odd},"result":{"for_llm":"x","__proto__":{"polluted":1},"x":${odd}},"__proto__":{"x":1},"duration":1}`;
    const answer = await send(hook, "after_tool", params);
    const expected = JSON.parse(params);
    expected.result.for_llm = "new";
    deepStrictEqual(answer?.result, expected);
  });

  test("they pass through after_llm, with a changed content", async () => {
    const hook = await spawnReady("overlays.mjs");
    const params = `{"model":"fake","__proto__":{"x":1},"x":${odd},"response":{"content":"x","__proto__":{"polluted":1},"x":${odd}}}`;
    const answer = await send(hook, "after_llm", params);
    const expected = JSON.parse(params);
    expected.response.content = "new";
    deepStrictEqual(answer?.response, expected);
  });

  test.each(["fake", "whole"])("messages, tools and options of before_llm keep them (%s)", async (model) => {
    const hook = await spawnReady("overlays.mjs");
    const fields =
      `"options":${odd},"x_request":${odd},"messages":[{"role":"user","content":"hi","x":${odd},"__proto__":{"polluted":1}}],
      "tools":[{"type":"function","function":{"name":"exec","parameters":${odd},"__proto__":{"x":1}},"__proto__":{"polluted":1}}]`.replaceAll(
        "\n",
        "",
      );
    const params = `{"model":"${model}",${fields}}`;
    const answer = await send(hook, "before_llm", params);
    deepStrictEqual(answer?.request, { ...JSON.parse(params), model: "other" });
  });

  test("an author's own options may have any name", async () => {
    const hook = await spawnReady("overlays.mjs");
    const answer = await send(hook, "before_llm", `{"model":"fake","options":{"kept":1},"x_options":${odd}}`);
    deepStrictEqual(answer?.request?.options, JSON.parse(odd.replace("{", '{"kept":1,')));
  });

  test("generated arguments pass through deep-equal", async () => {
    const hook = await spawnReady("overlays.mjs");
    const key = fc.oneof(
      fc.constantFrom("__proto__", "constructor", "toString", "toJSON", ""),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 4 }),
      ),
    }));
    const args = fc.dictionary(key, value, { maxKeys: 5 }).map((object) => JSON.stringify(object));
    await fc.assert(
      fc.asyncProperty(args, (text) => keeps(hook, text)),
      { numRuns: 500 },
    );
  });

  test("an unchanged request comes back deep-equal whatever fields the host adds", async () => {
    const hook = await spawnReady("overlays.mjs");
    const extra = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(extra, async (fields: Fields) => {
        const params = JSON.stringify(beforeLlm(fields));
        const answer = await send(hook, "before_llm", params);
        deepStrictEqual(answer?.request, { ...JSON.parse(params), model: "other" });
      }),
      { numRuns: 200 },
    );
  });
});

/** Excludes `-0`, which `JSON.stringify` cannot write. */
const leaf = fc.oneof(
  fc.constantFrom(null, true, false),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.maxSafeInteger(),
  fc.string({ unit: "binary", maxLength: 8 }),
);
