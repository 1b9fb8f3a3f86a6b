import { tmpdir } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import "./scripts/no-extra-certificates.js";

/** Other packages are imported from their source, so that a change there needs no build. */
const conditions = ["@agent-hook/source", "module", "node"];

/** The tests in memory. */
export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "packages/sdk/src/hosts/*/*.test.ts",
      "examples/*/test/**/*.test.ts",
      "templates/*/test/**/*.test.ts",
    ],
    // `npm run test:e2e` runs the others.
    exclude: [...configDefaults.exclude, "**/test/e2e/**", "packages/endurance/**"],
    setupFiles: ["./scripts/property-seed.ts", "./scripts/no-processes.ts"],
    // With isolation, importing the same modules again for each file takes most of the time.
    isolate: false,
    // Hooks that tests start must not write to the log of whoever runs the tests.
    env: { XDG_STATE_HOME: join(tmpdir(), "agent-hook-test-state") },
    allowOnly: false,
    // For tests that hang. None takes a twentieth of this, but the machine may be busy.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    maxWorkers: "100%",
    reporters: ["default", "./scripts/closing-line.ts"],
  },
});
