import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AgentResult, type AgentRun, type LiveHost, runAgent as run } from "@agent-hook/sdk/internal/live-agents";
import { cacheFolder, programOf } from "./install.js";

/** The limit for agents that hang. Even on a busy machine, a run takes only a tenth of it. */
const LIMIT_MS = 600_000;

/** Node compiles an agent once, not in each of its hundred runs, which saves a third of a run. From Node 22.1. */
const COMPILED = { NODE_COMPILE_CACHE: join(cacheFolder(), "compiled") };

/** For Qwen Code: it was seen to lose the output of a short command if it learned first that the command had ended. */
const ENDS_WHEN_READ = { BASH_ENV: fileURLToPath(new URL("../hooks/ends-when-read.sh", import.meta.url)) };

/** Runs an installed agent once. */
export function runAgent({
  agent,
  ...rest
}: Omit<AgentRun, "program"> & { readonly agent: LiveHost }): Promise<AgentResult> {
  const cached = {
    ...agent,
    environment: (...run: Parameters<LiveHost["environment"]>) => ({
      ...agent.environment(...run),
      ...COMPILED,
      ...(agent.name === "qwen" ? ENDS_WHEN_READ : {}),
    }),
  };
  return run({ limitMs: LIMIT_MS, ...rest, agent: cached, program: programOf(agent) });
}
