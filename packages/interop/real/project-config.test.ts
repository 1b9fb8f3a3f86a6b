import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { INSTALLS, type Install } from "@agent-hook/sdk/internal/installs";
import {
  callPrompt,
  type Folders,
  type LiveHost,
  liveHosts,
  makeFolders,
  plainEnvironment,
  runToEnd,
  setFields,
  writeFiles,
} from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, test } from "vitest";
import { isInstalled } from "../src/install.js";
import { runAgent } from "../src/run-agent.js";

const GUARD = fileURLToPath(new URL("../hooks/team-guard.mjs", import.meta.url));
const packageFolder = (name: string) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
const CLI = join(packageFolder("agent-hook"), "bin", "agent-hook.js");

function installOf({ name }: LiveHost) {
  const install = Object.entries<Install>(INSTALLS).find(([host]) => host === name)?.[1];
  return install?.kind === "event-lists" ? install : undefined;
}

function readsProject(agent: LiveHost): boolean {
  return installOf(agent)?.places.project !== undefined;
}

/** Returns whether doctor looks for the hooks of the folder above the project, too. */
function readsAbove(agent: LiveHost, { home, project }: Folders): boolean {
  const install = installOf(agent);
  const above = join(dirname(project), install?.places.project?.("team-guard") ?? "");
  const files = install?.files({ env: {}, home, folder: project, platform: process.platform }) ?? [];
  return files.some(({ path }) => path === above);
}

/** Creates a project with a guard and its entry, as a team would commit it, and copies it into the agent's project. */
async function cloneProject(host: string, project: string): Promise<void> {
  await using original = await makeFolders();
  const sdk = join(original.project, "node_modules", "@agent-hook", "sdk");
  await mkdir(dirname(sdk), { recursive: true });
  await symlink(packageFolder("@agent-hook/sdk"), sdk);
  await cp(GUARD, join(original.project, "hooks", "guard.mjs"));
  const args = [CLI, "config", host, "--write", "--project", "--yes", "--", "node", "hooks/guard.mjs"];
  const env = plainEnvironment(original.home);
  const done = await runToEnd(process.execPath, args, { cwd: original.project, env, limitMs: 300_000 });
  expect(done.stderr).toContain("To share it, commit it");
  expect(done.exit).toBe(0);
  await cp(original.project, project, { recursive: true, verbatimSymlinks: true });
}

/** Runs an agent in the copy of the project. */
function run(agent: LiveHost, command: string, change?: (project: string) => Promise<void>) {
  const shell = agent.shellCall(command);
  return runAgent({
    agent,
    prompt: callPrompt(shell.tool, shell.arguments),
    prepare: async (folders) => {
      await cloneProject(agent.name, folders.project);
      await writeFiles(folders.project, agent.projectFiles?.() ?? {});
      // Copilot CLI skips the hooks of a folder that it does not trust. The other agents get the trust from their settings.
      await setFields(folders.home, ".copilot/config.json", { trustedFolders: [folders.project] });
      await change?.(folders.project);
    },
  });
}

/** Returns the results after one denied call. */
function denied({ denialEndsTurn }: LiveHost, reason: string): unknown[] {
  return denialEndsTurn ? [] : [expect.stringContaining(reason)];
}

for (const agent of liveHosts.filter(readsProject)) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version} in a copy of a project`, () => {
    test("calls its hook", async () => {
      const { results, project } = await run(agent, "touch ran.txt");
      expect(results).toEqual(denied(agent, "no touching"));
      expect(Object.keys(project).join()).not.toContain("ran.txt");
    });

    test("calls it in a folder below only if doctor looks for it there", async () => {
      const shell = agent.shellCall("touch ran.txt");
      let isCalled: boolean | undefined;
      const { results, project } = await runAgent({
        agent,
        prompt: callPrompt(shell.tool, shell.arguments),
        prepare: async (folders) => {
          const top = dirname(folders.project);
          execFileSync("git", ["init", "--quiet", top]);
          await cloneProject(agent.name, top);
          await writeFiles(folders.project, agent.projectFiles?.() ?? {});
          await setFields(folders.home, ".copilot/config.json", { trustedFolders: [top, folders.project] });
          const trust = `\n[projects.${JSON.stringify(top)}]\ntrust_level = "trusted"\n`;
          if (agent.name === "codex") await appendFile(join(folders.home, ".codex/config.toml"), trust);
          isCalled = readsAbove(agent, folders);
        },
      });
      expect(Object.keys(project).includes("ran.txt")).toBe(!isCalled);
      if (isCalled) expect(results).toEqual(denied(agent, "no touching"));
    });

    // Gemini CLI gives the output to the model in JSON, in which the scripted model finds no next call.
    test.skipIf(agent.name === "gemini")("calls its hook after the shell changed to another folder", async () => {
      const next = agent.shellCall("touch ran.txt");
      const call = `CALL ${next.tool} ${JSON.stringify(next.arguments)}`;
      const { results, project } = await run(agent, `mkdir -p sub && cd sub && pwd && echo '${call}'`);
      expect(results[0]).toContain("/sub");
      if (denied(agent, "").length > 0) expect(results.at(-1)).toContain("no touching");
      expect(Object.keys(project).join()).not.toContain("ran.txt");
    });

    test.each<[string, string, (project: string) => Promise<void>]>([
      ["the hook is killed", "touch died.txt", async () => {}],
      ["the hook is missing", "touch ran.txt", (project) => rm(join(project, "hooks"), { recursive: true })],
      ["nothing is installed", "touch ran.txt", (project) => rm(join(project, "node_modules"), { recursive: true })],
    ])("denies if %s", async (_, command, change) => {
      const { results, project } = await run(agent, command, change);
      expect(results).toEqual(denied(agent, "denied: the hook failed (./hooks/guard.mjs"));
      expect(Object.keys(project).join()).not.toMatch(/\.txt/);
    });
  });
}
