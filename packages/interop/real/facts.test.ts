import { fileURLToPath } from "node:url";
import { callPrompt, liveHosts } from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, test } from "vitest";
import { configureBareHooks } from "../src/bare-hook.js";
import { isInstalled } from "../src/install.js";
import { liveFacts } from "../src/live-facts.js";
import { runAgent } from "../src/run-agent.js";
import { serveMcp } from "../src/serve-hook.js";

const STRUCTURED = fileURLToPath(new URL("../hooks/structured.mjs", import.meta.url));
const SERVER = "srv";

/** Returns the command of a hook that prints an answer. */
const printCommand = (answer: object | undefined) => `printf '%s' '${JSON.stringify(answer)}'`;

// Checks the measured facts that all other tests rely on, with the agents but without the SDK.
for (const agent of liveHosts) {
  const { deny, ask, withhold, crashDenies, noiseDenies, more = [] } = liveFacts(agent.name);
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    const run = (command: string | undefined, event = agent.beforeTool, mcpTool?: string) => {
      const shell = agent.shellCall("echo ran > ran.txt; echo OUTPUT");
      return runAgent({
        agent,
        prompt: mcpTool === undefined ? callPrompt(shell.tool, shell.arguments) : callPrompt(mcpTool, {}),
        prepare: async ({ home }) => {
          if (mcpTool !== undefined) await serveMcp(agent, SERVER, [STRUCTURED, "--host", "mcp"], home);
          if (command !== undefined) await configureBareHooks(agent, { [event]: command }, home);
        },
      });
    };

    test("runs the tool if there is no hook, and the model gets the result", async () => {
      const { project, results, stdout, leftBehind } = await run(undefined);
      expect(project["ran.txt"]).toBe("ran\n");
      expect(results).toEqual([expect.stringContaining("OUTPUT")]);
      expect(stdout).toContain("FINAL: ");
      expect(leftBehind).toEqual([]);
    });

    test("does not run the tool when a hook denies, and the model gets the reason unless the turn ends", async () => {
      const { project, results } = await run(printCommand(deny));
      expect("ran.txt" in project).toBe(false);
      expect(results).toEqual(agent.denialEndsTurn ? [] : [expect.stringContaining("R-DENY")]);
    });

    if (ask !== undefined) {
      test("does not run the tool when a hook asks and no user is present", async () => {
        const { project, results } = await run(printCommand(ask));
        expect("ran.txt" in project).toBe(false);
        expect(results).toEqual([expect.stringContaining("R-ASK")]);
      });
    }

    if (withhold !== undefined) {
      test("does not show the model a result that a hook withholds", async () => {
        const { project, results } = await run(printCommand(withhold), agent.afterTool);
        expect("ran.txt" in project).toBe(true);
        expect(results).toEqual([expect.stringContaining("R-GONE")]);
        expect(results.join()).not.toContain("OUTPUT");
      });
    }

    test.each(more)("$title", async ({ at, answer, command = printCommand(answer), mcpTool, ran, results }) => {
      const tool = mcpTool === undefined ? undefined : agent.mcp?.toolName(SERVER, mcpTool);
      const done = await run(command, agent[at], tool);
      if (ran !== undefined) expect("ran.txt" in done.project).toBe(ran);
      if (results !== undefined) expect(done.results).toEqual(results);
    });

    test("treats a hook that crashes as recorded in its live facts", async () => {
      const { project } = await run("exit 1");
      expect("ran.txt" in project).toBe(!crashDenies);
    });

    test("treats a hook that prints another line next to its denial as recorded in its live facts", async () => {
      const { project } = await run(`echo noise; ${printCommand(deny)}`);
      expect("ran.txt" in project).toBe(!noiseDenies);
    });
  });
}
