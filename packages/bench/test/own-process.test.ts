import { expect, test } from "vitest";

test("a measure whose process fails is an error", async () => {
  const { inOwnProcess } = await import(new URL("../dist/measures/own-process.js", import.meta.url).href);
  await expect(inOwnProcess("no such measure")).rejects.toThrow(
    "the process of the measure no such measure ended with 1",
  );
});
