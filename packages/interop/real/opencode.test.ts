import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callPrompt, liveHosts } from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, test } from "vitest";
import { writeConfig } from "../src/configure.js";
import { isInstalled } from "../src/install.js";
import { runAgent } from "../src/run-agent.js";

const HOOK = { file: fileURLToPath(new URL("../hooks/team-guard.mjs", import.meta.url)) };

// How opencode and the agents made from it load plugins, and which calls reach them.
const agents = liveHosts.filter(({ name }) => ["opencode", "kilo"].includes(name));

for (const agent of agents) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version} and its plugin`, () => {
    const run = (prompt: string, change = (plugin: string) => plugin, args: readonly string[] = []) =>
      runAgent({
        agent: { ...agent, arguments: (text) => [...args, ...agent.arguments(text)] },
        prompt,
        prepare: async ({ home }) => {
          await writeConfig(agent.name, HOOK, home);
          const file = join(home, agent.hooksFile);
          await writeFile(file, change(await readFile(file, "utf8")));
        },
      });
    const shell = agent.shellCall("touch ran.txt");
    const call = callPrompt(shell.tool, shell.arguments);

    test("denies a call of a sub-agent", async () => {
      const task = { description: "d", prompt: call, subagent_type: "general" };
      const { project, requests } = await run(callPrompt("task", task));
      expect("ran.txt" in project).toBe(false);
      expect(JSON.stringify(requests)).toContain("no touching");
    });

    test("asks about a file that the model names in the prompt of a sub-agent", async () => {
      const prompt = `look at @~/.config/${agent.name}/${agent.name}.json`;
      const deny = `grep -q '"tool_name":"read"' && echo '{"decision":"deny","reason":"no reading"}'; exit 0`;
      const plugin = () => agent.hooksText?.(agent.hooksOf({ "tool.execute.before": deny }, 60), "") ?? "";
      const task = { description: "d", prompt, subagent_type: "general" };
      const { requests } = await run(callPrompt("task", task), plugin);
      expect(JSON.stringify(requests)).toContain("no reading");
      expect(JSON.stringify(requests)).not.toContain("enabled_providers");
    });

    // The pages of these agents say so, and doctor looks for it.
    test.each<[string, (plugin: string) => string, readonly string[]]>([
      ["a plugin with a syntax error", (plugin) => `${plugin}(`, []],
      ["--pure", (plugin) => plugin, ["--pure"]],
    ])("with %s, the tool runs", async (_title, change, args) => {
      const { project } = await run(call, change, args);
      expect("ran.txt" in project).toBe(true);
    });
  });
}
