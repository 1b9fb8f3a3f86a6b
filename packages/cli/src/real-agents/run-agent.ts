import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { RealAgent } from "./agents/agent.js";
import { plainEnvironment } from "./environment.js";
import { type Files, type Folders, makeFolders, readTops, writeFiles } from "./folders.js";
import { endLeftBehind } from "./left-behind.js";
import { type ModelRequest, startModelServer } from "./model-servers/model-server.js";
import { type Finished, type RunOptions, runToEnd } from "./run-to-end.js";

export interface AgentRun extends Partial<Pick<RunOptions, "limitMs" | "signal">> {
  readonly agent: RealAgent;
  /** The path of the agent's program. */
  readonly program: string;
  readonly prompt: string;
  /** Configures hooks, and what else the run needs; the agent's own settings are written already. */
  readonly prepare?: (folders: Folders) => Promise<void>;
}

export interface AgentResult extends Finished {
  /** Everything that the agent asked its model. */
  readonly requests: readonly ModelRequest[];
  /** The texts of tool results as the model got them. */
  readonly results: readonly string[];
  /** What lies there in the end, at the top. */
  readonly home: Files;
  readonly project: Files;
  /** Commands that still ran when the agent had ended. They run no more. */
  readonly leftBehind: readonly string[];
}

const LIMIT_MS = 45_000;

/** Runs an agent once, in folders of its own, with nothing of this machine's environment and a scripted model. */
export async function runAgent(run: AgentRun): Promise<AgentResult> {
  const { agent, program, prompt, prepare, limitMs = LIMIT_MS, signal } = run;
  await using folders = await makeFolders();
  await using model = await startModelServer(agent.dialect());
  await writeFiles(folders.home, agent.settings(folders, model.url));
  await prepare?.(folders);
  // Claude Code leaves folders in it, and looks for a name of its own.
  const temporary = join(folders.home, "tmp");
  await mkdir(temporary);
  const done = await runToEnd(program, agent.arguments(prompt), {
    cwd: folders.project,
    env: {
      ...plainEnvironment(folders.home),
      TMPDIR: temporary,
      CLAUDE_CODE_TMPDIR: temporary,
      NO_PROXY: "127.0.0.1",
      ...agent.environment(model.url),
    },
    limitMs,
    ...(signal && { signal }),
  });
  const leftBehind = await endLeftBehind(folders.home);
  const results = model.requests.flatMap(({ heard }) => (heard?.from === "tool" ? [heard.text] : []));
  return { ...done, ...(await readTops(folders)), requests: model.requests, results, leftBehind };
}
