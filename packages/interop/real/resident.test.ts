import { fileURLToPath } from "node:url";
import { callPrompt, liveHosts } from "@agent-hook/sdk/internal/live-agents";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { describe, expect, test } from "vitest";
import { writeConfig } from "../src/configure.js";
import { isInstalled } from "../src/install.js";
import { withNextPrompts } from "../src/next-prompts.js";
import { runAgent } from "../src/run-agent.js";

const FILE = fileURLToPath(new URL("../hooks/observed.mjs", import.meta.url));
/** The first waits until the process for the next calls can answer. */
const COMMANDS = [
  'until ls "$HOME"/.local/state/agent-hook/residents/*.key; do sleep 0.1; done',
  ...["two", "three", "four", "five", "six"].map((word) => `echo ${word}`),
];

for (const agent of liveHosts.filter(({ name }) => name in HOST_EVENTS)) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    test("gives the calls of a session one environment, so that a process that stays answers them", async () => {
      const [prompt = "", ...next] = COMMANDS.map((command) => {
        const { tool, arguments: args } = agent.shellCall(command);
        return callPrompt(tool, args);
      });
      const { home, leftBehind } = await runAgent({
        agent: withNextPrompts(agent, next),
        prompt,
        prepare: (folders) => writeConfig(agent.name, { file: FILE, options: ["--resident"] }, folders.home),
      });
      const pids = (home.asked ?? "").trim().split("\n");
      expect(pids).toHaveLength(COMMANDS.length);
      // A process that is not asked in time, as on a busy machine, is replaced for this call by one that is started.
      expect(new Set(pids).size).toBeLessThan(COMMANDS.length);
      expect(leftBehind).toEqual([expect.stringContaining(FILE)]);
    });
  });
}
