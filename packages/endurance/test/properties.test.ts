import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { properties } from "../src/properties/index.js";

/** The seed of all property tests. With random tests, it is the current time. */
const { seed = Date.now() } = fc.readConfigureGlobal();

describe("the short form of each property test", { timeout: 1_200_000 }, () => {
  it.each(properties.map((stressTest) => [stressTest.name, stressTest] as const))(
    "%s",
    async (_name, { run, short }) => {
      expect(await run(short, seed)).toBeTypeOf("string");
    },
  );
});
