import { callPrompt, type LiveHost, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import { writeConfig } from "../configure.js";
import { isInstalled } from "../install.js";
import { withNextPrompts } from "../next-prompts.js";
import { runAgent } from "../run-agent.js";
import type { AgentRunner, Outcome, Run } from "./agent-runner.js";

/** Runs the published program itself. */
export function realAgent(agent: LiveHost): AgentRunner {
  return {
    host: agent.name,
    title: agent.title,
    version: agent.version,
    available: isInstalled(agent),
    run: async ({ command, ...run }) => {
      const { outcome, results } = await runCalls(agent, run, [command]);
      return { ...outcome, toolResult: results.at(-1) };
    },
    ...(!agent.denialEndsTurn && {
      runSession: async (run, commands) => {
        const { outcome, results } = await runCalls(agent, run, commands);
        if (results.length === commands.length) return results.map((toolResult) => ({ ...outcome, toolResult }));
        const printed = `${commands.length} calls have ${results.length} results`;
        throw new Error(`${agent.title}: ${printed}:\n${results.join("\n")}\n${outcome.printed}`);
      },
    }),
  };
}

async function runCalls(
  agent: LiveHost,
  { hook, home = {}, project = {}, inspect }: Omit<Run, "command">,
  commands: readonly string[],
): Promise<{ readonly outcome: Omit<Outcome, "toolResult">; readonly results: readonly string[] }> {
  const [prompt = "", ...next] = commands.map((command) => {
    const { tool, arguments: args } = agent.shellCall(command);
    return callPrompt(tool, args);
  });
  const done = await runAgent({
    agent: withNextPrompts(agent, next),
    prompt,
    prepare: async (folders) => {
      if (hook) await writeConfig(agent.name, hook, folders.home);
      await writeFiles(folders.home, home);
      await writeFiles(folders.project, project);
    },
    ...(inspect && { inspect }),
  });
  if (done.timedOut) throw new Error(`${agent.title} did not end:\n${done.stdout}\n${done.stderr}`);
  const outcome = {
    home: done.home,
    project: done.project,
    sent: JSON.stringify(done.requests.map(({ body }) => body)),
    printed: done.stdout + done.stderr,
    leftBehind: done.leftBehind,
  };
  return { outcome, results: done.results };
}
