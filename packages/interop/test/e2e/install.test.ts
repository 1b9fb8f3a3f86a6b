import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runToEnd } from "@agent-hook/sdk/internal/live-agents";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { install, isInstalled, programOf } from "../../src/install.js";

let folder: string;
let cache: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "interop-install-"));
  cache = join(folder, "cache");
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

test("keeps an agent that starts, so that the next run finds it", async () => {
  const agent = packageOf((version) => `console.log("agent ${version}")`);
  expect(isInstalled(agent, cache)).toBe(false);
  await install(agent, cache);
  expect(readdirSync(cache)).toEqual(["agent@1.2.3"]);
  const started = await runToEnd(programOf(agent, cache), [], { cwd: folder, env: process.env, limitMs: 300_000 });
  expect(started.stdout).toBe("agent 1.2.3\n");

  // A second installation would fail now.
  rmSync(join(folder, "package@1.2.3", "package.json"));
  await install(agent, cache);
});

test("installs what an agent needs on its PATH next to it", async () => {
  const needed = join(folder, "needed");
  mkdirSync(needed);
  writeFileSync(join(needed, "package.json"), JSON.stringify({ name: "needed", version: "1.0.0", bin: "needed.js" }));
  writeFileSync(join(needed, "needed.js"), '#!/usr/bin/env node\nconsole.log("agent 1.2.3");\n');
  const agent = packageOf(() => 'require("node:child_process").execFileSync("needed", { stdio: "inherit" });');
  await install({ ...agent, extraPackages: [`file:${needed}`] }, cache);
  expect(isInstalled(agent, cache)).toBe(true);
});

test("installs the version of a package whose program names another version", async () => {
  const agent = packageOf(() => 'console.log("agent 1.2.4")');
  await install({ ...agent, version: "1.2.4", packageVersion: agent.version }, cache);
  expect(readdirSync(cache)).toEqual(["agent@1.2.4"]);
});

test("keeps nothing of an agent that does not start, and throws with the agent's output", async () => {
  const agent = packageOf(() => `console.error("no binary for this machine"); process.exit(1)`);
  await expect(install(agent, cache)).rejects.toThrow("agent --version did not name 1.2.3: no binary for this machine");
  expect(readdirSync(cache)).toEqual([]);
});

test("keeps nothing of a package that cannot be installed, and throws with npm's output", async () => {
  const agent = { ...packageOf(() => ""), package: `file:${join(folder, "nowhere")}` };
  await expect(install(agent, cache)).rejects.toThrow(/^npm install .+ ended with \d+:\n.*nowhere/s);
  expect(readdirSync(cache)).toEqual([]);
});

/** Creates a package on disk that npm installs without a network. */
function packageOf(script: (version: string) => string) {
  const version = "1.2.3";
  const source = join(folder, `package@${version}`);
  mkdirSync(source);
  writeFileSync(join(source, "package.json"), JSON.stringify({ name: "agent", version, bin: "agent.js" }));
  writeFileSync(join(source, "agent.js"), `#!/usr/bin/env node\n${script(version)}\n`);
  return {
    name: "agent",
    package: `file:${join(folder, "package")}`,
    version,
    program: "agent",
  } as const;
}
