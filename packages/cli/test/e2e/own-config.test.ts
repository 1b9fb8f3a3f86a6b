import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { commandHost } from "@agent-hook/testing/internal/command-hosts";
import { expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { AGENTS, NOT_MOVED, userFile } from "../doctor/agents.js";
import { agentHook, file } from "../run-command.js";

/** Installs the guard template with its own copies of the SDK and the ready-made hooks, as npm does. */
function installGuard(project: string): string {
  const modules = join(project, "node_modules");
  for (const part of ["dist", "launcher", "package.json"]) {
    cpSync(file(`packages/sdk/${part}`), join(modules, "@agent-hook/sdk", part), { recursive: true });
  }
  for (const part of ["dist", "package.json"]) {
    cpSync(file(`packages/hooks/${part}`), join(modules, "@agent-hook/hooks", part), { recursive: true });
  }
  const zod = createRequire(file("packages/sdk/package.json")).resolve("zod/package.json");
  symlinkSync(dirname(realpathSync(zod)), join(modules, "zod"));
  cpSync(file("templates/guard/dist"), join(project, "dist"), { recursive: true });
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
  return join(project, "dist/main.js");
}

/** The file that `config` writes for each agent with its own file. */
const FILES: readonly (readonly [host: string, file: string])[] = [
  ...AGENTS.map((name) => [name, userFile(name)] as const),
  ["picoclaw", ".picoclaw/config.json"],
  ["docker-agent", "agent.yaml"],
];

test("a guard lets no agent write what it depends on: its code, its launcher, and each file that config wrote", {
  timeout: 1_200_000,
}, async () => {
  const home = realpathSync(folder());
  const main = installGuard(join(home, "work/guard"));
  const env = { ...NOT_MOVED, HOME: home };
  mkdirSync(join(home, ".picoclaw"));
  writeFileSync(join(home, ".picoclaw/config.json"), "{}");
  writeFileSync(join(home, "agent.yaml"), "agents:\n  root:\n    model: openai/gpt-5\n");
  for (const [host, name] of FILES) {
    const named = AGENTS.includes(host) ? [] : [join(home, name)];
    const ran = await agentHook(["config", host, "--write", ...named, "--yes", "--", process.execPath, main], {
      env,
      cwd: home,
    });
    expect(readFileSync(join(home, name), "utf8"), ran.stderr).toContain(main);
  }

  // Every file that a configured command names, and every written file.
  const texts = FILES.map(([, name]) => readFileSync(join(home, name), "utf8"));
  const commanded = [...texts.join("\n").matchAll(/\/[^\s'"\\,]+/g)]
    .map(([path]) => path)
    .filter((path) => existsSync(path));
  const written = FILES.map(([, name]) => join(home, name));
  const all = new Set([...written, ...commanded, main, join(dirname(main), "hook.js")]);
  expect([...all].filter((path) => path.endsWith("guard.sh")).map((path) => relative(home, path))).toEqual([
    "work/guard/node_modules/@agent-hook/sdk/launcher/guard.sh",
  ]);
  expect(all.size).toBeGreaterThan(FILES.length + 2);

  const host = commandHost("claude-code", { cwd: join(home, "work"), env: { ...process.env, ...env } });
  const effectOfWrite = async (path: string) => {
    const input = { file_path: path, content: "" };
    return (await host.beforeTool(`'${process.execPath}' '${main}' --host claude-code`, { tool: "Write", input }))
      .effect;
  };
  expect((await effectOfWrite(join(home, "work/notes.txt"))).tool).toBe("runs");
  for (const path of all) {
    const effect = await effectOfWrite(path);
    expect(effect.tool, path).not.toBe("runs");
    expect(effect.reason).not.toContain("failed");
  }
  for (const path of ["work/guard/../guard/dist/main.js", "linked/dist/main.js"]) {
    if (!readdirSync(home).includes("linked")) symlinkSync(join(home, "work/guard"), join(home, "linked"));
    expect((await effectOfWrite(`${home}/${path}`)).tool, path).not.toBe("runs");
  }
});
