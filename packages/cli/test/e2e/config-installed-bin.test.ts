import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { fakeHookSource, folder, program } from "../config-folder.js";
import { agentHook } from "../run-command.js";

const node = process.execPath;
const HOOK = `#!/usr/bin/env node\n${fakeHookSource()}`;

/** Creates a project with dependencies. As with npm, `.bin` links to the first file of each. */
function project(...dependencies: readonly string[]) {
  const cwd = folder();
  writeFileSync(
    join(cwd, "package.json"),
    JSON.stringify({ dependencies: Object.fromEntries(dependencies.map((name) => [name, "*"])) }),
  );
  const bins = join(cwd, "node_modules/.bin");
  mkdirSync(bins, { recursive: true });
  const install = (name: string, bin: unknown, file = "main.js") => {
    const path = join(cwd, "node_modules", name);
    const main = program(join(path, file), HOOK);
    writeFileSync(join(path, "package.json"), JSON.stringify({ name, bin }));
    return main;
  };
  // The environment in which `npx agent-hook` runs.
  const env = { PATH: `${bins}${delimiter}${process.env.PATH}` };
  const run = (name: string, from = cwd) => agentHook(["config", "picoclaw", "--", name], { cwd: from, env });
  return { cwd, bins, install, run };
}

async function started(done: ReturnType<typeof agentHook>): Promise<readonly string[]> {
  const { code, stdout, stderr } = await done;
  expect(code, stderr).toBe(0);
  const { command } = JSON.parse(stdout).hooks.processes.guard;
  return command.slice(0, command.indexOf("--host"));
}

test.each([
  ["my-hook", "./main.js"],
  ["@me/my-hook", "main.js"],
  ["@me/other", { "my-hook": "main.js", more: "more.js" }],
])("a name of an installed dependency's bin, %s, becomes Node and its file", async (name, bin) => {
  const { cwd, install, run } = project("missing", name);
  const main = install(name, bin);
  const below = join(cwd, "src/deep");
  mkdirSync(below, { recursive: true });
  expect(await started(run("my-hook"))).toEqual([node, main]);
  expect(await started(run("my-hook", below))).toEqual([node, main]);
});

test("finds the bin of a linked package, as pnpm and workspaces install it", async () => {
  const { cwd, run } = project("my-hook");
  const main = program(join(cwd, "store/my-hook/dist/main.js"), HOOK);
  writeFileSync(join(dirname(main), "../package.json"), JSON.stringify({ name: "my-hook", bin: "dist/main.js" }));
  symlinkSync(join(cwd, "store/my-hook"), join(cwd, "node_modules/my-hook"));
  expect(await started(run("my-hook"))).toEqual([node, main]);
});

test("finds a bin of a dependency installed in a parent folder", async () => {
  const { cwd, install, run } = project();
  const main = install("my-hook", "main.js");
  const member = join(cwd, "packages/member");
  mkdirSync(member, { recursive: true });
  writeFileSync(join(member, "package.json"), JSON.stringify({ devDependencies: { "my-hook": "*" } }));
  expect(await started(run("my-hook", member))).toEqual([node, main]);
});

test.each<[what: string, name: string, dependencies: string[], bin: unknown]>([
  ["of a package that the project does not name", "my-hook", ["other"], "main.js"],
  ["that is Node itself", "node", ["my-hook"], { node: "main.js" }],
  ["that points outside its package", "my-hook", ["my-hook"], "../elsewhere.js"],
])("starts no bin %s", async (_, name, dependencies, bin) => {
  const { cwd, bins, install, run } = project(...dependencies);
  const main = install("my-hook", bin);
  program(join(cwd, "node_modules/elsewhere.js"), HOOK);
  symlinkSync(main, join(bins, name));
  const { code, stdout, stderr } = await agentHook(["config", "picoclaw", "--", name], {
    cwd,
    env: { PATH: bins },
  });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("use its full path");
  if (name !== "node") expect(await run(name)).toMatchObject({ code: 3, stderr });
});

test("asks for the file of a bin that two dependencies have", async () => {
  const { install, run } = project("a", "b");
  const files = [install("a", { "my-hook": "main.js" }), install("b", { "my-hook": "main.js" })];
  const { code, stderr } = await run("my-hook");
  expect(code).toBe(3);
  expect(stderr).toBe(
    `agent-hook: the hook cannot be started: my-hook: more than one dependency provides it: use one of ${files.join(", ")}\n`,
  );
});

test("prefers a program on the PATH to a bin of a dependency", async () => {
  const { cwd, install } = project("my-hook");
  install("my-hook", "main.js");
  const global = program(join(folder(), "bin/my-hook"), HOOK);
  const env = { PATH: `${dirname(global)}${delimiter}${process.env.PATH}` };
  expect(await started(agentHook(["config", "picoclaw", "--", "my-hook"], { cwd, env }))).toEqual([node, global]);
});
