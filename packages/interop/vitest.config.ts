import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["real/**/*.test.ts"],
    globalSetup: "./src/install-agents.ts",
    testTimeout: 60_000,
  },
});
