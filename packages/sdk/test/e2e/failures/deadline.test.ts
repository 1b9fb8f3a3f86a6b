import { describe, expect, test } from "vitest";
import { spawnReady } from "../../spawn-hook.js";
import { afterLlm, afterTool, approveTool, beforeLlm, beforeTool, isFailure, policies } from "../../wire-calls.js";

const calls = [
  ["before_llm", "beforeLlm", beforeLlm({ graceful_terminal: true })],
  ["after_llm", "afterLlm", afterLlm()],
  ["before_tool", "beforeTool", beforeTool("web_fetch")],
  ["after_tool", "afterTool", afterTool("exec")],
  ["approve_tool", "approveTool", approveTool("exec")],
] as const;

describe.each(policies)("a handler that never settles, under %s", (POLICY) => {
  test(`it is answered at the deadline, its signal is aborted and its late answer dropped (${POLICY})`, async () => {
    const hook = await spawnReady("never-settles.mjs", { env: { POLICY } });
    await Promise.all(
      calls.map(async ([point, handler, params]) => {
        const result = await hook.call(`hook.${point}`, params, point);
        expect(result, point).toSatisfy((answer) => isFailure(answer, point, POLICY));
        await hook.logged(new RegExp(`${handler} aborted: true`));
        await hook.logged(new RegExp(`${handler} answers late`));
      }),
    );
    const good = await hook.call("hook.before_tool", beforeTool("good"));
    expect(good).toEqual({ action: "deny_tool", reason: "in time" });
    await hook.end();
    for (const [point] of calls) expect(hook.answersTo(point)).toHaveLength(1);
    expect(hook.lines.join()).not.toContain("LATE");
  });

  test(`an own tool that never settles is answered as an error result (${POLICY})`, async () => {
    const hook = await spawnReady("never-settles.mjs", { env: { POLICY } });
    const result = await hook.call("hook.before_tool", beforeTool("slow_tool"), "slow");
    expect(result).toMatchObject({ action: "respond", result: { is_error: true } });
    await hook.logged(/slow_tool aborted: true/);
    await hook.logged(/slow_tool answers late/);
    await hook.call("hook.before_tool", beforeTool("good"));
    expect(hook.answersTo("slow")).toHaveLength(1);
  });

  test(`a waiting call delays no other (${POLICY})`, async () => {
    const hook = await spawnReady("never-settles.mjs", { env: { POLICY } });
    const slow = hook.call("hook.before_tool", beforeTool("web_fetch"));
    await hook.call("hook.before_tool", beforeTool("good"), "quick");
    await slow;
    expect(hook.answers.map(({ id }) => id)).toEqual([1, "quick", 2]);
  });
});
