import { describe, expect, test } from "vitest";
import { spawnReady } from "../../spawn-hook.js";
import { beforeTool, isFailure, policies } from "../../wire-calls.js";

describe.each(policies)("respond, under %s", (POLICY) => {
  const ask = async (tool: string, args: object) => {
    const hook = await spawnReady("responds.mjs", { env: { POLICY } });
    return { hook, result: await hook.call("hook.before_tool", beforeTool(tool, args)) };
  };

  test(`answers for a tool named in respondsTo (${POLICY})`, async () => {
    const { result } = await ask("web_fetch", { url: "good" });
    const expected = { for_llm: "cached", for_user: "from the cache", silent: true };
    expect(result).toMatchObject({ action: "respond", result: expected });
  });

  test(`fails for any other tool, and the error names respondsTo (${POLICY})`, async () => {
    const { hook, result } = await ask("exec", {});
    expect(result).toSatisfy((answer) => isFailure(answer, "before_tool", POLICY));
    await hook.logged(/respondsTo/);
  });

  test(`calls the hook's own approveTool, because the host will not (${POLICY})`, async () => {
    const { result } = await ask("web_fetch", { url: "evil" });
    expect(result).toEqual({ action: "deny_tool", reason: "not this address" });
  });
});
