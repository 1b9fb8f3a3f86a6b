import { configDefaults, defineConfig } from "vitest/config";
import unit from "./vitest.config.js";

/**
 * The tests that run with Node for Windows: of processes, paths and the launcher. `npm run test:windows` runs them on
 * Windows, and elsewhere under Wine.
 */
export default defineConfig({
  test: {
    ...unit.test,
    isolate: true,
    setupFiles: ["./scripts/property-seed.ts"],
    include: [
      "packages/sdk/test/e2e/{launcher/windows-*,mcp/wire,shutdown/stop,decisions/no-decision,failures/{throws,deadline}}.test.ts",
      "packages/sdk/test/e2e/behaviour/{context,deny,handshake,respond,start}.test.ts",
      "packages/sdk/test/{unit/{is-inside,windows-path,manifest,wire},launcher/*}.test.ts",
      "packages/picoclaw/test/{manager/config,bounded-lines,e2e/{own-group,manager/config}}.test.ts",
      "packages/hooks/test/{files/windows,paths/*}.test.ts",
      "packages/picoclaw/test/{test-host/*,e2e/test-host/process}.test.ts",
      "packages/cli/test/{platform,e2e/{call,explain,replay}}.test.ts",
    ],
    exclude: configDefaults.exclude,
  },
});
