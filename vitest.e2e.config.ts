import { defineConfig } from "vitest/config";
import unit from "./vitest.config.js";

/** The tests that start many real processes. They take most of the suite's time. */
export default defineConfig({
  test: {
    ...unit.test,
    include: ["packages/*/test/e2e/**/*.test.ts", "examples/*/test/e2e/**/*.test.ts"],
    exclude: ["**/node_modules/**", "packages/endurance/**"],
    // Each test starts several processes, and waits for them half of its time.
    maxWorkers: 3,
  },
});
