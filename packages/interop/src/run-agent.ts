import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Agent, Folders } from "./agents/agent.js";
import { programOf } from "./install.js";
import { endLeftBehind } from "./left-behind.js";
import { type ModelRequest, startModelServer } from "./model-servers/model-server.js";
import { type Finished, runToEnd } from "./run-to-end.js";

export interface AgentRun {
  readonly agent: Agent;
  readonly prompt: string;
  /** Configures the hooks; the agent's own settings are written already. */
  readonly hooks?: (folders: Folders) => Promise<void>;
  /** More of the agent's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface AgentResult extends Finished {
  /** Everything that the agent asked its model. */
  readonly requests: readonly ModelRequest[];
  /** The texts of tool results as the model got them. */
  readonly results: readonly string[];
  /** What lies in `project/` and `home/` at the end, without what begins with a dot. */
  readonly files: ReadonlyMap<string, string>;
  /** Commands that still ran when the agent had ended. They run no more. */
  readonly leftBehind: readonly string[];
}

const LIMIT_MS = 45_000;

/** Runs an agent once, in folders of its own, with nothing of this machine's environment and a scripted model. */
export async function runAgent({ agent, prompt, hooks, env }: AgentRun): Promise<AgentResult> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "agent-hook-interop-")));
  // Quotes and spaces are where commands break.
  const folders = { home: join(folder, "it's a home"), project: join(folder, "it's a project") };
  await using model = await startModelServer(agent.dialect());
  try {
    await prepare(folders, agent.settings(folders, model.url));
    await hooks?.(folders);
    const done = await runToEnd(programOf(agent), agent.arguments(prompt), {
      cwd: folders.project,
      env: { PATH: plainPath(), HOME: folders.home, NO_PROXY: "127.0.0.1", ...agent.environment(model.url), ...env },
      limitMs: LIMIT_MS,
    });
    const leftBehind = await endLeftBehind(folders.home);
    const results = model.requests.flatMap(({ heard }) => (heard?.from === "tool" ? [heard.text] : []));
    return { ...done, requests: model.requests, results, files: await filesOf(folders), leftBehind };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function prepare({ home, project }: Folders, settings: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all([mkdir(home), mkdir(project)]);
  for (const [file, text] of Object.entries(settings)) {
    await mkdir(dirname(join(home, file)), { recursive: true });
    await writeFile(join(home, file), text);
  }
}

/** Without the folders of packages that pnpm puts first. */
function plainPath(): string {
  return [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
}

async function filesOf(folders: Folders): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [name, folder] of Object.entries(folders)) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isFile() || entry.name.startsWith(".")) continue;
      found.set(`${name}/${entry.name}`, await readFile(join(folder, entry.name), "utf8"));
    }
  }
  return found;
}
