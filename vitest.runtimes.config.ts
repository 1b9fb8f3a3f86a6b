import { execFileSync } from "node:child_process";
import { defineConfig } from "vitest/config";
import processes from "./vitest.e2e.config.js";

const { projects: _all, ...shared } = processes.test ?? {};

/** How a runtime starts a script, and how it prints its path. npm may start it through a script of its own. */
const RUNTIMES = {
  bun: { flags: ["--no-env-file", "--config=/dev/null"], path: ["-p", "process.execPath"] },
  deno: { flags: ["run", "-A"], path: ["eval", "-p", "process.execPath"] },
};

/**
 * What depends on the runtime: how hooks start, read and write, fail, end and are killed, and how `agent-hook` configures
 * them. `--mode` names the runtime, which is on the PATH.
 */
export default defineConfig(({ mode }) => {
  const runtime = RUNTIMES[mode as keyof typeof RUNTIMES];
  const program = execFileSync(mode, runtime.path, { encoding: "utf8" }).trim();
  return {
    test: {
      ...shared,
      env: { RUNTIME_COMMAND: JSON.stringify([program, ...runtime.flags]) },
      include: [
        "packages/sdk/test/e2e/{decisions,failures,shutdown,command-hosts}/*.test.ts",
        "packages/sdk/test/e2e/behaviour/{orphaned,start,timeout}.test.ts",
        "packages/sdk/test/e2e/{framing/stdout-file,launcher/answers,launcher/faults,record/served}.test.ts",
        "packages/sdk/test/e2e/store/processes.test.ts",
        "packages/cli/test/e2e/runtimes.test.ts",
      ],
      exclude: ["**/node_modules/**"],
    },
  };
});
