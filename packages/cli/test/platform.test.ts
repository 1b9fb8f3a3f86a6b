import { expect, it } from "vitest";
import { add } from "../src/add/run.js";
import { config } from "../src/config/run.js";
import { doctor } from "../src/doctor/run.js";
import { Invocation } from "../src/invocation.js";
import { assertShown } from "../src/platform.js";
import { Terminal } from "../src/terminal/terminal.js";
import { onPlatform } from "./on-platform.js";

const invocation = () => new Invocation(new Terminal(process.stdout, process.stderr), ["node", "hook.js"]);

it.each<[command: string, start: () => Promise<void>]>([
  ["config", () => config(invocation(), "claude-code", undefined, {})],
  ["config", () => config(invocation(), "mcp", undefined, {})],
  ["doctor", () => doctor(invocation(), undefined, {})],
  ["add", () => add(invocation(), ["guard-shell"], { host: ["claude-code"] })],
])("%s refuses on Windows before it reads anything", async (command, start) => {
  onPlatform("win32");
  await expect(start()).rejects.toThrow(
    `${command} does not support Windows yet: no agent has been run with hooks there`,
  );
});

it.each(["linux", "darwin"] as const)("every command works on %s", (platform) => {
  expect(() => assertShown("config", platform)).not.toThrow();
});
