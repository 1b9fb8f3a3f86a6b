import { fileURLToPath } from "node:url";
import { callPrompt, type LiveHost, liveHosts, writeFiles, writeHooks } from "@agent-hook/sdk/internal/live-agents";
import { SIMULATIONS, type SimulatedHost, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { matchesTool } from "@agent-hook/testing/internal/command-hosts";
import { describe, expect, test } from "vitest";
import { writeConfig } from "../src/configure.js";
import { isInstalled } from "../src/install.js";
import { withNextPrompts } from "../src/next-prompts.js";
import { runAgent } from "../src/run-agent.js";

const FILE = fileURLToPath(new URL("../hooks/filtered.mjs", import.meta.url));

/** The tool that looks at a file, as the model calls it, if the recorded harmless call is another one. */
const READERS: Readonly<Record<string, string>> = { codex: "view_image" };
/** A file for agents that check before hooks run that the path is absolute. */
const ABSOLUTE: Readonly<Record<string, string>> = { qwen: FILE };

function simulationOf({ name }: LiveHost): Simulation {
  return SIMULATIONS[name as SimulatedHost];
}

/** Returns the prompt for a call that looks at a file. */
function readPrompt(agent: LiveHost, file: string): string {
  const [first] = simulationOf(agent).harmlessCalls(file);
  const reader = READERS[agent.name];
  return reader === undefined ? callPrompt(first?.tool ?? "", first?.input ?? {}) : callPrompt(reader, { path: file });
}

/** Runs the shell, then looks at a file, with the hook as `agent-hook config` writes it. */
async function run(agent: LiveHost, filter: string) {
  const shell = agent.shellCall("echo ran > ran.txt");
  const done = await runAgent({
    agent: withNextPrompts(agent, [readPrompt(agent, ABSOLUTE[agent.name] ?? "secret.txt")]),
    prompt: callPrompt(shell.tool, shell.arguments),
    prepare: async ({ home, project }) => {
      await writeConfig(agent.name, { file: FILE, arguments: [filter] }, home);
      await writeFiles(project, { "secret.txt": "the secret of the file" });
    },
  });
  return { ...done, starts: (done.home.starts ?? "").split("started").length - 1 };
}

/** Matchers for a tool: names, lists of names, expressions and mistakes. */
function matchersFor(tool: string): string[] {
  const part = tool.slice(0, -1);
  return [
    ...["*", "", tool, part, tool.slice(1), tool.toUpperCase(), tool.toLowerCase()],
    ...[`other|${tool}`, `${part}|other`, `other, ${tool}`, ` ${tool} `],
    ...[`^(?:other|${tool})$`, `^(?:other|${part})$`, `^(?:mcp__.*|${tool})$`, `^${part}`, `${part}.`, `.${tool}`],
    ...[`^(?!(?:other|${tool})$).*$`, `^(?!(?:other)$).*$`, "[", "**"],
  ];
}

for (const agent of liveHosts) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    // Cline has no matchers.
    test.skipIf(simulationOf(agent).matchers === undefined)("reads matchers as its simulation does", async () => {
      const { matchers, shellTool } = simulationOf(agent);
      const allMatchers = matchersFor(shellTool);
      const shell = agent.shellCall("echo OUTPUT");
      const { home, results } = await runAgent({
        agent,
        prompt: callPrompt(shell.tool, shell.arguments),
        prepare: async (folders) => {
          const lists = allMatchers.map((matcher, index) => {
            const before = Object.entries(hooksAt(agent, agent.beforeTool, `echo ${index} >> "$HOME/before"`));
            const after = Object.entries(hooksAt(agent, agent.afterTool, `echo ${index} >> "$HOME/after"`));
            return [...before, ...after].map(([event, [item]]) => [event, { matcher, ...item }] as const);
          });
          const at = (event: string) => lists.flat().flatMap(([one, item]) => (one === event ? [item] : []));
          const hooks = { [agent.beforeTool]: at(agent.beforeTool), [agent.afterTool]: at(agent.afterTool) };
          const empty = agent.hooksOf({}, 10);
          await writeHooks(agent, folders.home, "hooks" in empty ? { ...empty, hooks } : hooks);
        },
      });
      expect(results.join()).toContain("OUTPUT");
      const called = (text = "") =>
        text
          .trim()
          .split("\n")
          .map(Number)
          .sort((a, b) => a - b)
          .map((index) => allMatchers[index]);
      const expected = allMatchers.filter((matcher) => matchers && matchesTool(matcher, shellTool, matchers));
      expect(called(home.before)).toEqual(expected);
      expect(called(home.after)).toEqual(expected);
    });

    test.each([
      ["a filter", 0],
      ["a filter of its handler", 0],
      ["no filter", 1],
    ])(
      "a guard with %s denies reading, and is not started for calls that its matcher excludes",
      async (which, forShell) => {
        const { project, results, requests, starts } = await run(agent, which);
        expect(project["ran.txt"]).toBe("ran\n");
        expect(results.slice(1)).toEqual(agent.denialEndsTurn ? [] : [expect.stringContaining("reading is forbidden")]);
        expect(JSON.stringify(requests)).not.toMatch(/the secret of the file|A guard that forbids reading/);
        const { matchers } = simulationOf(agent);
        // It is asked about reading, too.
        expect(starts).toBe(1 + (matchers === undefined ? 1 : forShell));
      },
    );
  });
}

function hooksAt(agent: LiveHost, event: string, command: string): Readonly<Record<string, readonly [object]>> {
  const file = agent.hooksOf({ [event]: command }, 10);
  return ("hooks" in file ? file.hooks : file) as Record<string, readonly [object]>;
}
