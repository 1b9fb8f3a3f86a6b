import { mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { callPrompt, type LiveHost, liveHosts, plainEnvironment } from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, test } from "vitest";
import { PersonTerminal } from "../../cli/test/person-terminal.js";
import { isInstalled, programOf } from "../src/install.js";
import { runAgent } from "../src/run-agent.js";

const OFFLINE = { https_proxy: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };

/**
 * Runs `agent-hook add` in a terminal in which a person gives the last answer, and then the agent, without the option
 * that makes it start every hook.
 */
async function run(agent: LiveHost, options: readonly string[], lastAnswer?: string, removes = false) {
  const call = agent.shellCall("touch ran.txt; git clean -fdx");
  let screen = "";
  const states: string[] = [];
  const { results, project } = await runAgent({
    agent: {
      ...agent,
      arguments: (prompt) => agent.arguments(prompt).filter((word) => !word.includes("bypass-hook-trust")),
    },
    prompt: callPrompt(call.tool, call.arguments),
    async prepare({ home, project }) {
      const bin = join(dirname(home), "bin");
      await mkdir(bin);
      await symlink(programOf(agent), join(bin, agent.program));
      const env = { ...OFFLINE, HOME: home, PATH: `${bin}:${plainEnvironment(home).PATH}`, TERM: "xterm" };
      const terminal = new PersonTerminal(["add", "guard-shell", "--host", agent.name, ...options], env, project);
      if (lastAnswer !== undefined) {
        await terminal.shows(/policy\.yaml\?/);
        terminal.type("y");
        await terminal.shows(/hooks\.json\?/);
        terminal.type("y");
        await terminal.shows(/Trust it now\?/);
        terminal.type(lastAnswer);
      }
      expect(await terminal.ended).toBe(0);
      screen = terminal.screen;
      if (!removes) return;
      const config = () => readFile(join(home, ".codex", "config.toml"), "utf8");
      states.push(await config());
      const removal = new PersonTerminal(["remove", "--host", agent.name, "--yes"], env, project);
      expect(await removal.ended).toBe(0);
      states.push(await config());
    },
  });
  return { result: results.join("\n"), hasRun: "ran.txt" in project, screen, states };
}

for (const agent of liveHosts.filter(({ name }) => name === "codex")) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    test("starts a new hook once a person agreed in a terminal", async () => {
      const { result, hasRun, screen } = await run(agent, [], "y");
      expect(screen).toContain("Codex trusts");
      expect(result).toContain("It deletes files that git does not track.");
      expect(hasRun).toBe(false);
    });

    test("keeps no trust in a hook that was removed", async () => {
      const { hasRun, states } = await run(agent, [], "y", true);
      expect(states).toEqual([expect.stringContaining("trusted_hash"), expect.not.stringContaining("hooks.state")]);
      expect(hasRun).toBe(true);
    });

    test.each([
      ["the person presses Enter", [], "\r"],
      ["add was called with --yes", ["--yes"], undefined],
    ])("silently skips a new hook if %s", async (_, options, lastAnswer) => {
      const { hasRun, screen } = await run(agent, options, lastAnswer);
      expect(screen).toContain("Not active until trusted");
      expect(hasRun).toBe(true);
    });
  });
}
