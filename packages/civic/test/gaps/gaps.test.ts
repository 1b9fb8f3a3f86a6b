import { describe, expect } from "vitest";
import { test } from "../civic/scene-test.js";
import type { Side } from "./gap.js";
import { GAPS } from "./gaps.js";

for (const gap of GAPS) {
  describe(gap.gap, () => {
    test.for<Side>(["stock", "ours"])("%s", async (side, { scene }) => {
      expect(await gap.observe(side, scene)).toBe(gap[side]);
    });
  });
}
