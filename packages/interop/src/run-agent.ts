import type { Agent } from "./agents/agent.js";
import { plainEnvironment } from "./environment.js";
import { type Folders, makeFolders, readFolders, writeFiles } from "./folders.js";
import { programOf } from "./install.js";
import { endLeftBehind } from "./left-behind.js";
import { type ModelRequest, startModelServer } from "./model-servers/model-server.js";
import { type Finished, runToEnd } from "./run-to-end.js";

export interface AgentRun {
  readonly agent: Agent;
  readonly prompt: string;
  /** Configures hooks, and what else the run needs; the agent's own settings are written already. */
  readonly prepare?: (folders: Folders) => Promise<void>;
}

export interface AgentResult extends Finished {
  /** Everything that the agent asked its model. */
  readonly requests: readonly ModelRequest[];
  /** The texts of tool results as the model got them. */
  readonly results: readonly string[];
  /** What lies in `project/` and `home/` at the end. */
  readonly files: ReadonlyMap<string, string>;
  /** Commands that still ran when the agent had ended. They run no more. */
  readonly leftBehind: readonly string[];
}

const LIMIT_MS = 45_000;

/** Runs an agent once, in folders of its own, with nothing of this machine's environment and a scripted model. */
export async function runAgent({ agent, prompt, prepare }: AgentRun): Promise<AgentResult> {
  await using folders = await makeFolders();
  await using model = await startModelServer(agent.dialect());
  await writeFiles(folders.home, agent.settings(folders, model.url));
  await prepare?.(folders);
  const done = await runToEnd(programOf(agent), agent.arguments(prompt), {
    cwd: folders.project,
    env: { ...plainEnvironment(folders.home), NO_PROXY: "127.0.0.1", ...agent.environment(model.url) },
    limitMs: LIMIT_MS,
  });
  const leftBehind = await endLeftBehind(folders.home);
  const results = model.requests.flatMap(({ heard }) => (heard?.from === "tool" ? [heard.text] : []));
  return { ...done, requests: model.requests, results, files: await readFolders(folders), leftBehind };
}
