import { defineConfig } from "vitest/config";
import DocsReporter from "./src/matrix/docs-reporter.js";

/** All tests with real agents. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["real/**/*.test.ts"],
    provide: { tier: "all" },
    globalSetup: "./src/install-agents.ts",
    setupFiles: "./src/end-with-vitest.ts",
    // For tests that hang. None takes a twentieth of this, but the machine may be busy.
    allowOnly: false,
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // A case is an agent, its hooks and a shell. Half of its time, it waits for a limit or for its parts.
    maxWorkers: 1,
    maxConcurrency: 5,
    reporters: ["default", new DocsReporter(), "../../scripts/closing-line.ts"],
  },
});
