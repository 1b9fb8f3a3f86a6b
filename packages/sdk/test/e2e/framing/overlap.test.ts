import { describe, expect, test } from "vitest";
import { type Id, spawnReady } from "../../spawn-hook.js";
import { beforeTool } from "../../wire-calls.js";

const COUNT = 1000;

describe("overlapping calls", () => {
  test.each(["socket", "pipe"] as const)(
    "1,000 in flight are answered once each, in any order, with their own ids (%s)",
    async (plumbing) => {
      const hook = await spawnReady("waits.mjs", { plumbing });
      const ids: Id[] = Array.from({ length: COUNT }, (_, n) => (n % 2 ? 10 + n : `call ${n}`));
      const asked = ids.map((id) => hook.call("hook.before_tool", beforeTool("wait", { key: String(id) }), id));
      const keys = ids.map(String).sort((a, b) => hash(a) - hash(b));
      await hook.until(
        () => (hook.stderr().match(/running wait/g)?.length === COUNT ? true : undefined),
        "all calls run",
      );
      await hook.call("hook.before_tool", beforeTool("release", { keys }), "release");
      const results = await Promise.all(asked);
      expect(results.map(({ reason }) => reason)).toEqual(ids.map((id) => `released ${id}`));
      await hook.end();
      expect(hook.answers).toHaveLength(COUNT + 2);
      for (const id of ids) expect(hook.answersTo(id)).toHaveLength(1);
      const order = hook.answers.map(({ id }) => String(id)).filter((id) => id !== "1" && id !== "release");
      expect(order).not.toEqual(ids.map(String));
    },
  );

  test("1,000 in one chunk, released by the last of them, are all answered", async () => {
    const hook = await spawnReady("waits.mjs", { env: { RELEASE_AT: String(COUNT) } });
    const ids = Array.from({ length: COUNT }, (_, n) => 10 + n);
    const lines = ids.map((id) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "hook.before_tool",
        params: beforeTool("wait", { key: String(id) }),
      }),
    );
    hook.write(`${lines.join("\n")}\n`);
    const answers = await Promise.all(ids.map(hook.answer));
    expect(answers.map(({ result }) => result?.reason)).toEqual(ids.map((id) => `released ${id}`));
  });
});

/** Shuffles in the same way every time. */
const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
