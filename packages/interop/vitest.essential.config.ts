import { defineConfig } from "vitest/config";
import all from "./vitest.config.js";

/** The tests with real agents that every change must pass. They write no table of the docs, which needs all tests. */
export default defineConfig({
  test: {
    ...all.test,
    include: ["real/{one-file,faults,skills}.test.ts"],
    provide: { tier: "essential" },
    reporters: ["default", "../../scripts/closing-line.ts"],
  },
});
