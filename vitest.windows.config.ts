import { configDefaults, defineConfig } from "vitest/config";
import unit from "./vitest.config.js";

/** The tests that run with Node for Windows. `npm run test:windows` runs them on Windows, and elsewhere under Wine. */
export default defineConfig({
  test: {
    ...unit.test,
    include: [
      "packages/sdk/test/e2e/{launcher/windows-*,mcp/wire,shutdown/stop}.test.ts",
      "packages/sdk/test/{unit,mcp}/**/*.test.ts",
      "packages/host/test/{manager/**/*,bounded-lines}.test.ts",
      "packages/testing/test/{test-host/**/*,replay}.test.ts",
    ],
    exclude: configDefaults.exclude,
  },
});
