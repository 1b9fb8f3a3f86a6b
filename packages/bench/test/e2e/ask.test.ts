import { expect, test } from "vitest";
import type { PersistentHook } from "../../src/contenders/persistent-hooks.js";
import { withHook } from "../../src/measures/with-hook.js";
import { picoclaw } from "../../src/wires/picoclaw.js";

/** Gives `right` correct answers after the first one, then wrong ones. */
function contender(right: number): PersistentHook {
  const program = `
    let answered = 0;
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const result = { action: answered++ <= ${right} ? "continue" : "deny_tool" };
      process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result }) + "\\n");
    });`;
  return { name: "bare", wire: picoclaw, works: ["continue"], command: () => [process.execPath, "-e", program] };
}

const measure = (right: number) =>
  withHook(contender(right), "continue", 20, async ({ conversation, calls }) => {
    await conversation.flow(calls, 20, 10);
    return "measured";
  });

test("checks a contender's first and last answer", async () => {
  expect(await measure(1000)).toBe("measured");
  await expect(measure(0)).rejects.toThrow("bare is wrong at continue");
  await expect(measure(10)).rejects.toThrow("bare is wrong at continue");
});
