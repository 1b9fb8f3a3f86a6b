import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { hookCommand } from "../../start-hook.js";

/** A hook as a short shell script, which starts quickly. */
const SHELL = [
  "/bin/sh",
  "-c",
  `while read -r line; do case $line in *'"id":'*) id=\${line#*'"id":'}; echo '{"jsonrpc":"2.0","id":'"\${id%%,*}"',"result":{"approved":true}}';; esac; done`,
];

/** Runs in a separate process, because this one has the test runner's timers, pipes and children. */
async function leftAfter(rounds: number, how: "close" | "die" | "fail", command: readonly string[]) {
  const script = fileURLToPath(new URL("leaks.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, `${rounds}`, how, ...command]);
  return JSON.parse(stdout);
}

const nothing = { alive: 0, children: 0, descriptors: 0, resources: [] };

// Descriptors and children are counted only on Linux, where the system lists them.
describe("a closed manager leaves no process, file descriptor or timer behind", () => {
  test("after 200 starts, calls and closes", async () => {
    expect(await leftAfter(200, "close", SHELL)).toEqual({ ...nothing, processes: 200, approved: 200 });
  });

  test("after 20 starts, calls and closes of a hook in Node", async () => {
    const command = hookCommand("with-sdk.mjs");
    expect(await leftAfter(20, "close", command)).toEqual({ ...nothing, processes: 20, approved: 20 });
  });

  test("after 200 deaths and restarts", async () => {
    expect(await leftAfter(200, "die", SHELL)).toEqual({ ...nothing, processes: 201, approved: 201 });
  });

  test("after 200 starts that failed", async () => {
    const command = ["/bin/sh", "-c", "exit 1"];
    expect(await leftAfter(200, "fail", command)).toEqual({ ...nothing, processes: 0, approved: 0 });
  });
});
