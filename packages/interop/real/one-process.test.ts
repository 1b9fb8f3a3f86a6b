import { fileURLToPath } from "node:url";
import { callPrompt, type LiveHost, liveHosts, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import { MCP_TOOL_FIELDS } from "@agent-hook/sdk/launcher";
import { describe, expect, test } from "vitest";
import { isInstalled } from "../src/install.js";
import { liveFacts } from "../src/live-facts.js";
import { FAULTS, faultyCommand, faultyRun, reachedFaults } from "../src/matrix/faults.js";
import { runAgent } from "../src/run-agent.js";
import { serveHook } from "../src/serve-hook.js";

const FILE = fileURLToPath(new URL("../hooks/one-process.mjs", import.meta.url));
const NAME = "one_process";

interface RunOptions {
  readonly policy: "block" | "continue";
  /** The rule that the hook's own tool gives the handlers before the shell call. */
  readonly rule?: { readonly kind: "forbid" | "rewrite" | "hide"; readonly word: string };
  readonly command: string;
  readonly fault?: "kill";
}

/** Runs an agent that uses the hook as an MCP server and calls that server about its tools. */
async function run(agent: LiveHost, { policy, rule, command, fault }: RunOptions) {
  const { tool, arguments: args } = agent.shellCall(command);
  const shell = callPrompt(tool, args);
  const done = await runAgent({
    agent,
    prompt:
      rule === undefined ? shell : callPrompt(agent.mcp?.toolName(NAME, "set_rule") ?? "", { ...rule, next: shell }),
    prepare: async (folders) => {
      await serveHook(agent, NAME, { file: FILE, arguments: [policy] }, folders.home);
      await writeFiles(folders.home, { fault: fault ?? "none" });
    },
  });
  const asked = (done.home.asked ?? "").split("\n").flatMap((line) => (line === "" ? [] : [line.split(" ")]));
  return {
    ...done,
    asked: asked.map(([what]) => what),
    processes: new Set(asked.map(([, id]) => id)).size,
    told: done.results.at(-1),
    sent: JSON.stringify(done.requests.map(({ body }) => body)),
  };
}

for (const agent of liveHosts.filter(({ name }) => name in MCP_TOOL_FIELDS)) {
  describe
    .skipIf(!isInstalled(agent))
    .concurrent(`${agent.title} ${agent.version} asks the MCP server of a hook`, () => {
      const policies = liveFacts(agent.name).deadServerDenies
        ? (["continue", "block"] as const)
        : (["continue"] as const);

      test.each(policies)(
        "whose own tool has just forbidden a call: the same process denies it (%s)",
        async (policy) => {
          const rule = { kind: "forbid", word: "ran.txt" } as const;
          const { project, asked, processes, told, sent, leftBehind } = await run(agent, {
            policy,
            rule,
            command: "echo ran > ran.txt",
          });
          expect(told).toContain('"ran.txt" is forbidden since the tool was called');
          expect("ran.txt" in project).toBe(false);
          expect({ asked, processes }).toEqual({ asked: ["tool", "before"], processes: 1 });
          expect(sent.includes("hook_event")).toBe(false);
          expect(leftBehind).toEqual([]);
        },
      );

      test.each(policies)("that rewrites a call (%s)", async (policy) => {
        const rule = { kind: "rewrite", word: "ran.txt" } as const;
        const { project, processes } = await run(agent, { policy, rule, command: "echo ran > ran.txt" });
        expect(project).toEqual({ rewritten: "ran\n" });
        expect(processes).toBe(1);
      });

      test("that replaces a result", async () => {
        const rule = { kind: "hide", word: "OUTPUT" } as const;
        const done = await run(agent, { policy: "continue", rule, command: "printf 'OUT%s' PUT" });
        expect(done.told).toContain("hidden on purpose");
        expect(done.told).not.toContain("OUTPUT");
        expect(done).toMatchObject({ asked: ["tool", "before", "after"], processes: 1 });
      });

      test('that is killed in its handler: a tool runs only if the hook\'s policy is "continue"', async () => {
        for (const policy of policies) {
          const { project, asked } = await run(agent, { policy, command: "echo ran > ran.txt", fault: "kill" });
          expect(asked).toEqual(["before"]);
          expect("ran.txt" in project).toBe(policy === "continue");
        }
      });
    });
}

for (const agent of liveHosts.filter(({ name }) => liveFacts(name).deadServerDenies)) {
  describe
    .skipIf(!isInstalled(agent))
    .concurrent(`${agent.title} asks the MCP server of a guard: no tool runs when it`, () => {
      test.each(FAULTS.filter(({ launcher }) => !launcher))("$title", async (fault) => {
        const { hook, home } = faultyRun("guard", fault);
        const { tool, arguments: args } = agent.shellCall(faultyCommand(fault, "echo ran > ran.txt"));
        const done = await runAgent({
          agent,
          prompt: callPrompt(tool, args),
          prepare: async (folders) => {
            await serveHook(agent, "interop-faulty", hook, folders.home);
            await writeFiles(folders.home, home);
          },
        });
        expect("ran.txt" in done.project).toBe(false);
        expect(reachedFaults(done.home)).toEqual(fault.behaviour ? [fault.behaviour] : []);
        expect(done.results).toEqual([
          expect.stringMatching(/refused on purpose|onFailure is "block"|the hook failed|hook "interop-faulty"/),
        ]);
        expect(done.leftBehind).toEqual(fault.leavesChild ? ["sleep 600"] : []);
      });
    });
}
