import { describe, expect, test } from "vitest";
import { type SpawnOptions, spawnReady } from "../../spawn-hook.js";
import { beforeLlm, isFailure, policies } from "../../wire-calls.js";

const before = [{ args: ["--host", "picoclaw@v0.2.7"] }, { env: { AGENT_HOOK_HOST: "picoclaw@v0.2.7" } }];
const since = [{ args: ["--host", "picoclaw@v0.2.9"] }, { args: ["--host", "picoclaw@v0.2.8"] }];
const unknown = [{}, { args: ["--host", "picoclaw"] }];

async function rewritten(change: string, options: SpawnOptions) {
  const hook = await spawnReady("rewrite-system.mjs", options);
  const params = beforeLlm({ options: { change } });
  return { hook, params, result: await hook.call("hook.before_llm", params) };
}

describe("the version of PicoClaw", () => {
  test.each(before)("%o allows a change of a system message, which v0.2.8 ignores", async (options) => {
    const { params, result } = await rewritten("change", options);
    const [system, user] = params.messages;
    expect(result.request).toEqual({ ...params, messages: [{ ...system, content: "be long" }, user] });
    for (const change of ["drop", "add"]) expect((await rewritten(change, options)).result.action).toBe("modify");
  });

  test.each([...since, ...unknown])("%o allows a change of another message", async (options) => {
    const { params, result } = await rewritten("user", options);
    const [system, user] = params.messages;
    expect(result.request).toEqual({ ...params, messages: [system, { ...user, content: "new" }] });
  });

  test("gives the version to handlers if --host contains it", async () => {
    const { hook } = await rewritten("user", { args: ["--host", "picoclaw@v0.2.9"] });
    await hook.logged(/HOST picoclaw v?0\.2\.9/);
    const { hook: other } = await rewritten("user", {});
    await other.logged(/HOST picoclaw undefined/);
  });

  test("--host outranks AGENT_HOOK_HOST", async () => {
    const env = { AGENT_HOOK_HOST: "picoclaw@v0.2.9" };
    const { result } = await rewritten("change", { args: ["--host", "picoclaw@v0.2.7"], env });
    expect(result.action).toBe("modify");
  });

  describe.each(policies)("under %s", (POLICY) => {
    test.each(["change", "drop", "add"])(
      `when it is unknown, to %s a system message is a failure whose text names --host (${POLICY})`,
      async (change) => {
        for (const options of unknown) {
          const { hook, result } = await rewritten(change, { ...options, env: { POLICY } });
          expect(result).toSatisfy((answer) => isFailure(answer, "before_llm", POLICY));
          await hook.logged(/--host/);
        }
      },
    );

    test.each(since)(`with %o a change of a system message is a failure (${POLICY})`, async (options) => {
      const { hook, result } = await rewritten("change", { ...options, env: { POLICY } });
      expect(result).toSatisfy((answer) => isFailure(answer, "before_llm", POLICY));
      await hook.logged(/system/);
    });
  });
});
