import { callPrompt, type LiveHost, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import { writeConfig } from "../configure.js";
import { isInstalled } from "../install.js";
import { runAgent } from "../run-agent.js";
import type { AgentRunner } from "./agent-runner.js";

/** Runs the published program itself. */
export function realAgent(agent: LiveHost): AgentRunner {
  return {
    host: agent.name,
    title: agent.title,
    version: agent.version,
    available: isInstalled(agent),
    run: async ({ hook, command, home = {}, project = {}, inspect }) => {
      const { tool, arguments: args } = agent.shellCall(command);
      const done = await runAgent({
        agent,
        prompt: callPrompt(tool, args),
        prepare: async (folders) => {
          if (hook) await writeConfig(agent.name, hook, folders.home);
          await writeFiles(folders.home, home);
          await writeFiles(folders.project, project);
        },
        ...(inspect && { inspect }),
      });
      if (done.timedOut) throw new Error(`${agent.title} did not end:\n${done.stdout}\n${done.stderr}`);
      return {
        home: done.home,
        project: done.project,
        toolResult: done.results.at(-1),
        sent: JSON.stringify(done.requests.map(({ body }) => body)),
        printed: done.stdout + done.stderr,
        leftBehind: done.leftBehind,
      };
    },
  };
}
