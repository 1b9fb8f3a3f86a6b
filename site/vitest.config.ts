import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/build-once.ts"],
    // For tests that hang. None takes a twentieth of this, but the machine may be busy.
    allowOnly: false,
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    maxWorkers: 2,
    reporters: ["default", "../scripts/closing-line.ts"],
  },
});
