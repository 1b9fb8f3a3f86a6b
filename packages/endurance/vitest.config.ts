import { defineConfig } from "vitest/config";
import "../../scripts/no-extra-certificates.js";

// By itself: what floods, fills and hangs here would make others late.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["test/**/*.test.ts"],
    // For tests that hang. None takes a twentieth of this, but the machine may be busy.
    allowOnly: false,
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    maxWorkers: 2,
    reporters: ["default", "../../scripts/closing-line.ts"],
  },
});
