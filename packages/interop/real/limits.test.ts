import { fileURLToPath } from "node:url";
import { callPrompt, type LiveHost, liveHosts } from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, test } from "vitest";
import { writeConfig } from "../src/configure.js";
import { isInstalled } from "../src/install.js";
import { withNextPrompts } from "../src/next-prompts.js";
import { runAgent } from "../src/run-agent.js";

const HOOK = fileURLToPath(new URL("../hooks/limited.mjs", import.meta.url));

/** How often the model repeats its call if nothing stops it. */
const REPETITIONS = 7;

/** Runs the agent with a policy and a model in a loop. */
async function loopUnder(agent: LiveHost, policy: string) {
  // It prints nothing: Qwen Code does not wait for the output of a command that has ended, so results could differ.
  const shell = agent.shellCall("echo ran >> ran.txt");
  const prompt = callPrompt(shell.tool, shell.arguments);
  const file = fileURLToPath(new URL(`../hooks/policies/${policy}.yaml`, import.meta.url));
  const done = await runAgent({
    agent: withNextPrompts(agent, Array(REPETITIONS - 1).fill(prompt)),
    prompt,
    prepare: ({ home }) => writeConfig(agent.name, { file: HOOK, arguments: [file] }, home),
  });
  const sent = JSON.stringify(done.requests.map(({ body }) => body));
  return { ...done, sent, runs: (done.project["ran.txt"] ?? "").split("ran").length - 1 };
}

/** The agents whose turn a hook can end before a tool. */
const ENDS_TURN = ["claude-code", "gemini"];

for (const agent of liveHosts) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    // Kimi Code makes the next call before a hook has counted the result. Cline ends the run at a denial.
    test.skipIf(["kimi", "cline"].includes(agent.name))(
      "a model that repeats a call is told at the third run, and the fourth does not run",
      async () => {
        const done = await loopUnder(agent, "break-loops");
        expect(done.runs).toBe(3);
        expect(done.sent).toContain("This call had the same result 3 times");
        expect(done.results.slice(0, 2).join()).not.toContain("same result");
        expect(done.results[3]).toContain("Loop: this call ran 3 times with the same result");
      },
    );

    // Copilot CLI writes its session file seconds later, and the scripted model takes none. The others report none.
    test.skipIf(["copilot", "droid", "kimi", "cline", "opencode", "kilo"].includes(agent.name))(
      "a budget of tokens stops the tools, and the turn where that is possible",
      async () => {
        const done = await loopUnder(agent, "budget");
        // Each model call has two tokens, so the third uses the budget up. A session file can be one call late.
        expect([2, 3]).toContain(done.runs);
        const modelCalls = done.requests.filter(({ input }) => input !== undefined).length;
        if (ENDS_TURN.includes(agent.name)) expect(modelCalls).toBe(done.runs + 1);
        else expect(done.results.at(-1)).toContain("the budget of this session is used up");
      },
    );
  });
}
