import { describe, expect, test } from "vitest";
import { spawnReady } from "../../spawn-hook.js";
import { afterLlm, isFailure, policies } from "../../wire-calls.js";

const idOnly = [{ id: "call_1" }, { id: "call_2" }];
const whole = [{ id: "call_1", type: "function", function: { name: "exec", arguments: "{}" }, x_call: 1 }];

describe.each(policies)("a reply whose tool calls are only ids, under %s", (POLICY) => {
  test(`new content for it is rejected, and stderr explains it (${POLICY})`, async () => {
    const hook = await spawnReady("modify-one-field.mjs", { env: { POLICY } });
    const result = await hook.call("hook.after_llm", afterLlm({ tool_calls: idOnly }));
    expect(result).toSatisfy((answer) => isFailure(answer, "after_llm", POLICY));
    await hook.logged(/tool ?calls?/i);
  });

  test.each(["one", "nameless", "with an empty name", "without arguments"])(
    `incomplete tool calls (%s) are rejected (${POLICY})`,
    async (content) => {
      const hook = await spawnReady("complete-calls.mjs", { env: { POLICY } });
      const result = await hook.call("hook.after_llm", afterLlm({ content, tool_calls: idOnly }));
      expect(result).toSatisfy((answer) => isFailure(answer, "after_llm", POLICY));
    },
  );

  test(`the author's complete tool calls are accepted (${POLICY})`, async () => {
    const hook = await spawnReady("complete-calls.mjs", { env: { POLICY } });
    const params = afterLlm({ content: "all", tool_calls: idOnly });
    const { response } = await hook.call("hook.after_llm", params);
    const call = { function: { name: "list_dir", arguments: '{"path":"."}' } };
    expect(response).toMatchObject({
      ...params,
      response: { ...params.response, content: "new", tool_calls: idOnly.map((id) => ({ ...id, ...call })) },
    });
  });

  test(`a reply with complete calls may be changed, and the calls stay (${POLICY})`, async () => {
    const hook = await spawnReady("modify-one-field.mjs", { env: { POLICY } });
    const params = afterLlm({ tool_calls: whole });
    const { response } = await hook.call("hook.after_llm", params);
    expect(response).toEqual({ ...params, response: { ...params.response, content: "new" } });
  });

  test(`one call that is only an id is enough to reject (${POLICY})`, async () => {
    const hook = await spawnReady("modify-one-field.mjs", { env: { POLICY } });
    const result = await hook.call("hook.after_llm", afterLlm({ tool_calls: [...whole, { id: "call_2" }] }));
    expect(result).toSatisfy((answer) => isFailure(answer, "after_llm", POLICY));
  });

  test(`an author may drop every call (${POLICY})`, async () => {
    const hook = await spawnReady("complete-calls.mjs", { env: { POLICY } });
    const { response } = await hook.call("hook.after_llm", afterLlm({ content: "none", tool_calls: idOnly }));
    expect(response).toMatchObject({ response: { content: "new" } });
    expect(response?.response).not.toHaveProperty("tool_calls.0");
  });
});
