import { fileURLToPath } from "node:url";
import { hostFlag } from "@agent-hook/sdk/hosts";
import { SIMULATED_HOSTS, SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { commandHost } from "@agent-hook/testing/internal/command-hosts";
import { expect, it } from "vitest";

const HOOK = fileURLToPath(new URL("../../hooks/prints-before.mjs", import.meta.url));
const ALLOWS = {
  decision: "approve",
  permissionDecision: "allow",
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
};

/** Cline reads no exit code, so only the launcher denies there. */
const HOSTS = SIMULATED_HOSTS.filter((host) => host !== "cline");

it.each([
  ...HOSTS.map((host) => [host, "an answer that allows", `${JSON.stringify(ALLOWS)}\n`] as const),
  ["claude-code", "a word", "noise"],
  ["claude-code", "an empty line", "\n"],
  ["claude-code", "a line of a log in JSON", '{"level":30,"msg":"hello"}\n'],
  ["claude-code", "half a line of JSON", '{"level":30}'],
] as const)("a guard that %s starts without the launcher denies if %s was printed before", async (name, _, PRINTED) => {
  const host = commandHost(name, { env: { PRINTED } });
  const flag = hostFlag(name, SIMULATIONS[name].beforeTool);
  const asked = await host.beforeTool(`'${process.execPath}' '${HOOK}' --host ${flag}`, {
    tool: "Bash",
    input: { command: "rm -rf ./work" },
  });
  expect(asked.effect.tool).toBe("does not run");
});
