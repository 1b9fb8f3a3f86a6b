import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { plainEnvironment } from "./environment.js";
import { type Files, type Folders, makeFolders, readVisible, writeFiles } from "./folders.js";
import { endLeftBehind } from "./left-behind.js";
import type { LiveAgent } from "./live-agent.js";
import { type ModelRequest, startModelServer } from "./model-servers/model-server.js";
import { type ProcessResult, type RunOptions, runToEnd } from "./run-to-end.js";

export interface AgentRun extends Partial<Pick<RunOptions, "limitMs" | "signal">> {
  readonly agent: LiveAgent;
  /** The path of the agent's program. */
  readonly program: string;
  readonly prompt: string;
  /** Configures hooks and anything else that the run needs, after the agent's own settings were written. */
  readonly prepare?: (folders: Folders) => Promise<void>;
  /** Reads further files after the run, before the folders are removed. */
  readonly inspect?: (folders: Folders) => Promise<void>;
}

export interface AgentResult extends ProcessResult {
  /** All requests of the agent to its model. */
  readonly requests: readonly ModelRequest[];
  /** The texts of tool results as the model received them. */
  readonly results: readonly string[];
  /** The files after the run, see `readVisible`. */
  readonly home: Files;
  readonly project: Files;
  /** Commands that were still running when the agent had ended. They were killed. */
  readonly leftBehind: readonly string[];
}

const DEFAULT_LIMIT_MS = 45_000;

/** The programs that the agent needs are in the same folder as its own program. */
function environmentOf({ agent: { extraPackages = [] }, program }: AgentRun, home: string) {
  const plain = plainEnvironment(home);
  return extraPackages.length === 0 ? plain : { ...plain, PATH: `${dirname(program)}:${plain.PATH}` };
}

/** Runs an agent once with a scripted model, in temporary folders and without this machine's environment. */
export async function runAgent(run: AgentRun): Promise<AgentResult> {
  const { agent, program, prompt, prepare, inspect, limitMs = DEFAULT_LIMIT_MS, signal } = run;
  await using folders = await makeFolders();
  await using model = await startModelServer(agent.modelApi());
  await writeFiles(folders.home, agent.settings(folders, model.url));
  await prepare?.(folders);
  // Agents leave folders in their temporary folder, which are not part of the result.
  const temporary = join(folders.home, ".tmp");
  await mkdir(temporary);
  const result = await runToEnd(program, agent.arguments(prompt), {
    cwd: folders.project,
    env: {
      ...environmentOf(run, folders.home),
      TMPDIR: temporary,
      NO_PROXY: "127.0.0.1",
      ...agent.environment(model.url, temporary),
    },
    limitMs,
    ...(signal && { signal }),
  });
  const leftBehind = await endLeftBehind(folders.home);
  await inspect?.(folders);
  const results = model.requests.flatMap(({ input }) => (input?.from === "tool" ? [input.text] : []));
  return { ...result, ...(await readVisible(folders)), requests: model.requests, results, leftBehind };
}
