import { callPrompt, liveHosts } from "@agent-hook/sdk/internal/live-agents";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { describe, expect, test } from "vitest";
import { writeConfig } from "../src/configure.js";
import { isInstalled } from "../src/install.js";
import { withNextPrompts } from "../src/next-prompts.js";
import { runAgent } from "../src/run-agent.js";

const FILE = new URL("../hooks/observed.mjs", import.meta.url).pathname;
/** Waits until the process for the next calls can answer. */
const WAIT = 'until ls "$HOME"/.local/state/agent-hook/residents/*.key; do sleep 0.1; done';

for (const agent of liveHosts.filter(({ name }) => name in HOST_EVENTS)) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    test("asks the process that stays from the second call of a session on", async () => {
      const calls = [WAIT, "echo two", "echo three"].map((command) => {
        const { tool, arguments: args } = agent.shellCall(command);
        return callPrompt(tool, args);
      });
      const [prompt = "", ...next] = calls;
      const done = await runAgent({
        agent: withNextPrompts(agent, next),
        prompt,
        prepare: ({ home }) => writeConfig(agent.name, { file: FILE, options: ["--resident"] }, home),
      });
      const pids = (done.home.asked ?? "").trim().split("\n");
      expect(pids).toHaveLength(3);
      expect(pids[0]).not.toBe(pids[1]);
      expect(pids[1]).toBe(pids[2]);
      console.log(agent.name, pids, done.leftBehind);
    });
  });
}
