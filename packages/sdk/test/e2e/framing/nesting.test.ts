import { describe, expect, test } from "vitest";
import { spawnReady } from "../../spawn-hook.js";
import { afterLlm, afterTool, beforeTool, scripted } from "../../wire-calls.js";

describe("where PicoClaw looks for a changed call, reply and result", () => {
  test("a before_tool modify of the arguments has the tool and the other fields", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const params = beforeTool("list_dir", { path: "." });
    const result = await hook.call("hook.before_tool", params);
    expect(result).toEqual({ action: "modify", call: { ...params, arguments: { path: "new" } } });
  });

  test("a field that is undefined changes nothing", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const call = beforeTool("undefined", { path: "." });
    const before = await hook.call("hook.before_tool", call);
    expect(before).toEqual({ action: "modify", call: { ...call, arguments: { path: "new" } } });
    const params = afterTool("undefined");
    const after = await hook.call("hook.after_tool", params);
    expect(after).toEqual({ action: "modify", result: { ...params, result: { ...params.result, for_user: "new" } } });
  });

  test("a modify to an empty tool name, which PicoClaw cannot find, is a failure", async () => {
    const hook = await spawnReady("puppet.mjs", { env: { POLICY: "block" } });
    const result = await hook.call(
      "hook.before_tool",
      scripted.before_tool({ return: { action: "modify", patch: { tool: "" } } }),
    );
    expect(result).toMatchObject({ action: "deny_tool" });
  });

  test("an after_tool modify is nested twice", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const params = afterTool("list_dir", { path: "." });
    const result = await hook.call("hook.after_tool", params);
    const changed = { ...params, result: { ...params.result, for_llm: "new" } };
    expect(result).toEqual({ action: "modify", result: changed });
  });

  test("an after_llm modify is nested twice", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const params = afterLlm();
    const result = await hook.call("hook.after_llm", params);
    const changed = { ...params, response: { ...params.response, content: "new" } };
    expect(result).toEqual({ action: "modify", response: changed });
  });
});
