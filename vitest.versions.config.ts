import { defineConfig } from "vitest/config";
import processes from "./vitest.e2e.config.js";

const { projects: _all, ...shared } = processes.test ?? {};

/** What depends on the version of Node: how hooks start, read and write, end and are killed. */
export default defineConfig({
  test: {
    ...shared,
    include: [
      "packages/sdk/test/e2e/{decisions,failures,shutdown}/*.test.ts",
      "packages/sdk/test/e2e/launcher/{answers,faults,resident,snapshot}.test.ts",
      "packages/sdk/test/e2e/store/processes.test.ts",
      "packages/picoclaw/test/e2e/{calls,close,death,start,wire}.test.ts",
    ],
    exclude: ["**/node_modules/**"],
  },
});
