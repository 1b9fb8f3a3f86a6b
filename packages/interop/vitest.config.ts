import { defineConfig } from "vitest/config";
import DocsReporter from "./src/matrix/docs-reporter.js";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["real/**/*.test.ts"],
    globalSetup: "./src/install-agents.ts",
    setupFiles: "./src/end-with-vitest.ts",
    // For tests that hang. None takes a twentieth of this, but the machine may be busy.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // A case is an agent, its hooks and a shell: more at a time than this, and they wait for each other.
    maxWorkers: 1,
    maxConcurrency: 3,
    reporters: ["default", new DocsReporter()],
  },
});
