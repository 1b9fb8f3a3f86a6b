import { defineConfig } from "vitest/config";
import unit from "./vitest.config.js";

/** Tests that start hundreds of processes at once, and would slow down all others. */
const CROWDS = ["packages/sdk/test/e2e/{record/writers,store/*}.test.ts"];
const exclude = ["**/node_modules/**", "packages/endurance/**"];
const { include: _units, exclude: _others, isolate: _shared, ...shared } = unit.test ?? {};

/** The tests that start many real processes. They take most of the suite's time. */
export default defineConfig({
  test: {
    ...shared,
    setupFiles: ["./scripts/property-seed.ts"],
    // Each test starts several processes, and waits for them and for its limits most of its time.
    maxWorkers: 5,
    projects: [
      {
        extends: true,
        test: { name: "crowds", include: CROWDS, exclude, maxWorkers: 1, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: "processes",
          include: ["packages/*/test/e2e/**/*.test.ts", "examples/*/test/e2e/**/*.test.ts"],
          exclude: [...exclude, ...CROWDS],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
