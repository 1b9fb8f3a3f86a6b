import { fileURLToPath } from "node:url";
import { callPrompt, type Folders, writeFiles } from "agent-hook/real-agents";
import { describe, expect, test } from "vitest";
import { AGENTS } from "../src/agents/index.js";
import { bareHooks } from "../src/bare-hook.js";
import { realAgent } from "../src/columns/real-agent.js";
import { isInstalled } from "../src/install.js";
import { runAgent } from "../src/run-agent.js";

const ARRIVALS = fileURLToPath(new URL("../hooks/arrivals.mjs", import.meta.url));
const STRUCTURED = fileURLToPath(new URL("../hooks/structured.mjs", import.meta.url));

/** A document that replaces a result, for agents whose recorded runs have none. */
const WITHHELD: Readonly<Record<string, object>> = { copilot: { decision: "block", reason: "R-GONE" } };

const DENY: Readonly<Record<string, object>> = {
  "claude-code": {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "R-DENY" },
  },
  codex: {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "R-DENY" },
  },
  gemini: { decision: "deny", reason: "R-DENY" },
  copilot: { permissionDecision: "deny", permissionDecisionReason: "R-DENY" },
};

/** A decision to ask the user, for agents that support it. */
const ASK: Readonly<Record<string, object>> = {
  "claude-code": {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask", permissionDecisionReason: "R-ASK" },
  },
  copilot: { permissionDecision: "ask", permissionDecisionReason: "R-ASK" },
};

// Checks the measured facts that all other tests rely on, with the agents but without the SDK.
for (const agent of AGENTS) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    const run = (command: string | undefined, event = agent.events.beforeTool) => {
      const { tool, arguments: args } = agent.shellCall("echo ran > ran.txt; echo OUTPUT");
      const prepare = command === undefined ? undefined : bareHooks(agent, { [event]: command });
      return runAgent({ agent, prompt: callPrompt(tool, args), ...(prepare && { prepare }) });
    };

    test("runs the tool without a hook, and the model gets the result", async () => {
      const { project, results, stdout, leftBehind } = await run(undefined);
      expect(project["ran.txt"]).toBe("ran\n");
      expect(results).toEqual([expect.stringContaining("OUTPUT")]);
      expect(stdout).toContain("FINAL: ");
      expect(leftBehind).toEqual([]);
    });

    test("does not run the tool when a hook denies, and the model gets the reason", async () => {
      const { project, results } = await run(`printf '%s' '${JSON.stringify(DENY[agent.name])}'`);
      expect("ran.txt" in project).toBe(false);
      expect(results).toEqual([expect.stringContaining("R-DENY")]);
    });

    const asks = ASK[agent.name];
    if (asks !== undefined) {
      test("does not run the tool when a hook asks and nobody is there", async () => {
        const { project, results } = await run(`printf '%s' '${JSON.stringify(asks)}'`);
        expect("ran.txt" in project).toBe(false);
        expect(results).toEqual([expect.stringContaining("R-ASK")]);
      });
    }

    test("does not run the tool when a hook of the SDK asks, and ends", async () => {
      const hook = { file: ARRIVALS, arguments: ["a question"] };
      const { project, told } = await realAgent(agent).run({ hook, command: "echo ran > ran.txt" });
      expect("ran.txt" in project).toBe(false);
      expect(told).toMatch(
        asks !== undefined ? /a word from the hook/ : /returned a decision that this host does not support/,
      );
    });

    const withheld = WITHHELD[agent.name];
    if (withheld !== undefined) {
      test("shows the model no result that a hook withholds", async () => {
        const { project, results } = await run(`printf '%s' '${JSON.stringify(withheld)}'`, agent.events.afterTool);
        expect("ran.txt" in project).toBe(true);
        expect(results).toEqual([expect.stringContaining("R-GONE")]);
        expect(results.join()).not.toContain("OUTPUT");
      });
    }

    if (agent.name === "copilot") {
      test("shows the model an empty text in the place of a result", async () => {
        const empty = { modifiedResult: { resultType: "success", textResultForLlm: "" } };
        const { project, results } = await run(`printf '%s' '${JSON.stringify(empty)}'`, agent.events.afterTool);
        expect("ran.txt" in project).toBe(true);
        expect(results).toEqual([""]);
      });
    }

    if (agent.name === "gemini") {
      test.each(["echo '[1]' >&2; exit 2", "echo '{}'; echo no >&2; exit 2"])(
        "reads JSON for an answer, where other text at exit 2 is a denial: %s",
        async (command) => {
          const { project } = await run(command);
          expect("ran.txt" in project).toBe(true);
        },
      );
    }

    if (agent.name === "claude-code") {
      test("shows the model blocks in the place of what an MCP server gave as structured content", async () => {
        const blocks = [{ type: "text", text: "R-GONE" }];
        const answer = { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: blocks } };
        const server = { type: "stdio", command: process.execPath, args: [STRUCTURED, "--host", "mcp"] };
        const hooks = agent.hooksOf({ PostToolUse: `printf '%s' '${JSON.stringify(answer)}'` }, 10);
        const files = {
          [agent.hooksFile]: JSON.stringify({ ...hooks, permissions: { allow: ["mcp__srv"] } }),
          ".claude.json": JSON.stringify({ mcpServers: { srv: server } }),
        };
        const prepare = ({ home }: Folders) => writeFiles(home, files);
        const { results } = await runAgent({ agent, prompt: callPrompt("mcp__srv__look", {}), prepare });
        expect(results).toEqual(["R-GONE"]);
      });
    }

    test("does with a hook that crashes what it was seen to do", async () => {
      const { project } = await run("exit 1");
      expect("ran.txt" in project).toBe(agent.name !== "copilot");
    });

    test("runs the tool when a hook prints a line beside its denial", async () => {
      const { project } = await run(`echo noise; printf '%s' '${JSON.stringify(DENY[agent.name])}'`);
      expect("ran.txt" in project).toBe(true);
    });
  });
}
