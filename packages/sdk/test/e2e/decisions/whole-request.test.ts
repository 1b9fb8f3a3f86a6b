import { describe, expect, test } from "vitest";
import { type Fields, spawnReady } from "../../spawn-hook.js";
import { beforeLlm } from "../../wire-calls.js";

const changed = (change: string, fields: Fields = {}) =>
  beforeLlm({ options: { max_tokens: 1000, temperature: 0.7, change }, ...fields });

describe("a before_llm modify replaces the host's whole request", () => {
  test.each(["model", "undefined"])(
    "a patch that names only the model (%s) still sends everything else",
    async (change) => {
      const hook = await spawnReady("modify-one-field.mjs");
      const params = changed(change);
      const result = await hook.call("hook.before_llm", params);
      expect(result).toEqual({ action: "modify", request: { ...params, model: "other" } });
    },
  );

  test("options are merged one level deep and the rest stays", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const params = changed("options");
    const { request } = await hook.call("hook.before_llm", params);
    expect(request).toEqual({ ...params, options: { ...params.options, temperature: 0 } });
  });

  test("a spread message keeps the fields that only the host knows", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const params = changed("messages");
    const [system, user] = params.messages;
    const { request } = await hook.call("hook.before_llm", params);
    expect(request).toEqual({ ...params, messages: [system, { ...user, content: "new" }] });
  });

  test("a spread tool keeps the fields that only the host knows", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const params = changed("tools");
    const [exec] = params.tools;
    const { request } = await hook.call("hook.before_llm", params);
    expect(request).toEqual({ ...params, tools: [{ ...exec, function: { ...exec?.function, description: "new" } }] });
  });

  test("a message that the author creates has only the author's fields", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const params = changed("bare", { messages: [{ role: "user", content: "hello", model_name: "m", x_message: 1 }] });
    const { request } = await hook.call("hook.before_llm", params);
    expect(request).toEqual({ ...params, messages: [{ role: "user", content: "hello" }] });
  });

  test("a known field that the author removes from a message is gone, and the others stay", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const message = { role: "user", content: "hello", x_message: 1 };
    const params = changed("fewer", { messages: [{ ...message, model_name: "m" }] });
    const { request } = await hook.call("hook.before_llm", params);
    expect(request).toEqual({ ...params, messages: [message] });
  });

  test("null and missing fields of a message stay null and missing", async () => {
    const hook = await spawnReady("modify-one-field.mjs");
    const nothing = { content: null, model_name: null, media: null, system_parts: null, tool_calls: null };
    const call = { id: null, type: null, function: { name: "exec", arguments: null } };
    const messages = [{ role: "assistant", ...nothing }, { role: "tool" }, { role: "assistant", tool_calls: [call] }];
    const params = changed("messages", { messages });
    const { request } = await hook.call("hook.before_llm", params);
    expect(request).toEqual(params);
  });

  test.each([{ tools: null }, { tools: [] }, { options: null }, { x_null: null }])(
    "%o comes back as it is",
    async (odd) => {
      const hook = await spawnReady("modify-one-field.mjs");
      const params = beforeLlm(odd);
      const { request } = await hook.call("hook.before_llm", params);
      expect(request).toEqual({ ...params, model: "other" });
    },
  );
});
