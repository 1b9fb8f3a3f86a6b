import { describe, expect, test } from "vitest";
import { type RunningHook, spawnHook, spawnReady } from "../../spawn-hook.js";
import {
  afterLlm,
  afterTool,
  approveTool,
  beforeLlm,
  beforeTool,
  goesOn,
  isFailure,
  policies,
} from "../../wire-calls.js";

const MIB = 1_048_576;
const longest = (hook: RunningHook) => Math.max(...hook.lines.map((line) => Buffer.byteLength(line)));

/** Texts that take 1 MiB or more on the wire, although some have fewer characters than that. */
const sizes = {
  "ASCII letters": { letter: "a", times: MIB },
  "letters of two bytes": { letter: "é", times: MIB / 2 },
  "letters of three bytes": { letter: "漢", times: Math.ceil(MIB / 3) },
  "letters of four bytes": { letter: "𝄞", times: MIB / 4 },
  "letters that JSON escapes": { letter: "\u0001", times: Math.ceil(MIB / 6) },
  "lone surrogates": { letter: "\ud800", times: Math.ceil(MIB / 6) },
};

const calls = {
  before_llm: (big: unknown) => beforeLlm({ options: { big }, graceful_terminal: true }),
  after_llm: (big: unknown) => afterLlm({ content: JSON.stringify(big) }),
  before_tool: (big: unknown) => beforeTool("exec", big),
  after_tool: (big: unknown) => afterTool("exec", big),
  approve_tool: (big: unknown) => approveTool("exec", big),
};
const everyPoint = Object.entries(calls) as [keyof typeof calls, (big: unknown) => unknown][];

describe.each(policies)("an answer of 1 MiB or more stops PicoClaw from reading, under %s", (POLICY) => {
  test(`an answer of 1 MiB or more is never written, at any point (${POLICY})`, async () => {
    const hook = await spawnReady("big-answers.mjs", { env: { POLICY } });
    for (const [point, params] of everyPoint) {
      const result = await hook.call(`hook.${point}`, params({ letter: "a", times: MIB }));
      expect(result, point).toSatisfy((answer) => isFailure(answer, point, POLICY));
    }
    expect(longest(hook)).toBeLessThan(MIB);
    await hook.logged(/large|long|big|bytes|MiB/i);
  });

  test(`the size is counted in bytes (${POLICY})`, async () => {
    const hook = await spawnReady("big-answers.mjs", { env: { POLICY } });
    for (const [what, size] of Object.entries(sizes)) {
      const result = await hook.call("hook.before_tool", beforeTool("web_fetch", size));
      expect(result, what).toSatisfy((answer) => isFailure(answer, "before_tool", POLICY));
    }
    expect(longest(hook)).toBeLessThan(MIB);
  });

  test(`an answer a little shorter than 1 MiB is written, and one of exactly 1 MiB is not (${POLICY})`, async () => {
    const hook = await spawnReady("big-answers.mjs", { env: { POLICY } });
    const ask = async (times: number, id: string) => {
      const count = hook.lines.length;
      const result = await hook.call("hook.before_tool", beforeTool("web_fetch", { letter: "a", times }), id);
      return { result, bytes: Buffer.byteLength(hook.lines.slice(count).join("")) };
    };
    const overhead = (await ask(1000, "size-1")).bytes - 1000;
    const fits = await ask(MIB - 1024 - overhead, "size-2");
    expect(fits.result).toMatchObject({ action: "respond" });
    expect(fits.bytes).toBe(MIB - 1024);
    const tooLong = await ask(MIB - overhead, "size-3");
    expect(tooLong.result).toSatisfy((answer) => isFailure(answer, "before_tool", POLICY));
    expect(longest(hook)).toBeLessThan(MIB);
  });

  test(`a hook whose manifest does not fit answers hello without it (${POLICY})`, async () => {
    const hook = spawnHook("big-answers.mjs", { env: { POLICY, DESCRIPTION: String(MIB) } });
    expect((await hook.hello()).result).toMatchObject({ name: "big-answers" });
    expect(await hook.call("hook.before_llm", beforeLlm())).toSatisfy(goesOn);
    expect(longest(hook)).toBeLessThan(MIB);
  });

  test(`an own tool whose text does not fit is answered as an error result (${POLICY})`, async () => {
    const hook = await spawnReady("big-answers.mjs", { env: { POLICY } });
    const result = await hook.call("hook.before_tool", beforeTool("big_tool", { letter: "a", times: MIB }));
    expect(result).toMatchObject({ action: "respond", result: { is_error: true } });
    expect(longest(hook)).toBeLessThan(MIB);
  });

  test(`a request that is too large for an injected tool continues without it, and one with a decision fails (${POLICY})`, async () => {
    const hook = await spawnReady("big-answers.mjs", { env: { POLICY } });
    const messages = [{ role: "user", content: "a".repeat(1_200_000) }];
    const injected = await hook.call("hook.before_llm", beforeLlm({ messages }));
    expect(injected).toSatisfy(goesOn);
    const decided = await hook.call("hook.before_llm", beforeLlm({ messages, options: { swap: true } }));
    expect(decided).toSatisfy((answer) => isFailure(answer, "before_llm", POLICY));
    expect(longest(hook)).toBeLessThan(MIB);
  });

  test(`a decision that fits is sent although the injected tool does not fit (${POLICY})`, async () => {
    const hook = await spawnReady("big-answers.mjs", { env: { POLICY } });
    const sized = (length: number) =>
      beforeLlm({ tools: [], options: { swap: true }, messages: [{ role: "user", content: "a".repeat(length) }] });
    const request = { ...sized(0), model: "other" };
    const frame = Buffer.byteLength(
      JSON.stringify({ jsonrpc: "2.0", id: 1000, result: { action: "modify", request } }),
    );
    const params = sized(MIB - 100 - frame);
    const result = await hook.call("hook.before_llm", params, 1000);
    expect(result.request).toEqual({ ...params, model: "other" });
    expect(longest(hook)).toBeLessThan(MIB);
  });
});
