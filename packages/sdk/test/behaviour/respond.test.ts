import { describe, expect, test } from "vitest";
import { spawnGreeted } from "../spawn-hook.js";
import { beforeTool, isFailure, policies } from "../wire-calls.js";

describe.each(policies)("respond, under %s", (POLICY) => {
  const ask = async (tool: string, args: object) => {
    const hook = await spawnGreeted("responds.mjs", { env: { POLICY } });
    return { hook, result: await hook.call("hook.before_tool", beforeTool(tool, args)) };
  };

  test(`a tool named in respondsTo is answered (${POLICY})`, async () => {
    const { result } = await ask("web_fetch", { url: "good" });
    const expected = { for_llm: "cached", for_user: "from the cache", silent: true };
    expect(result).toMatchObject({ action: "respond", result: expected });
  });

  test(`any other tool is not: a failure that names respondsTo (${POLICY})`, async () => {
    const { hook, result } = await ask("exec", {});
    expect(result).toSatisfy((answer) => isFailure(answer, "before_tool", POLICY));
    await hook.said(/respondsTo/);
  });

  test(`the hook's own approveTool is asked, because the host will not (${POLICY})`, async () => {
    const { result } = await ask("web_fetch", { url: "evil" });
    expect(result).toEqual({ action: "deny_tool", reason: "not this address" });
  });
});
