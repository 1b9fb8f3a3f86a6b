import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Folders, plainEnvironment, runToEnd } from "@agent-hook/sdk/internal/live-agents";

const CLI = join(dirname(fileURLToPath(import.meta.resolve("agent-hook/package.json"))), "bin", "agent-hook.js");
const LIMIT_MS = 300_000;

/** Runs `agent-hook` in the folders of a run, and returns what it printed. `bin`: a folder that is first on its PATH. */
export async function runCli(args: readonly string[], { home, project }: Folders, bin?: string): Promise<string> {
  const plain = plainEnvironment(home);
  const env = bin === undefined ? plain : { ...plain, PATH: `${bin}:${plain.PATH}` };
  const done = await runToEnd(process.execPath, [CLI, ...args], { cwd: project, env, limitMs: LIMIT_MS });
  if (done.exit === 0) return done.stdout;
  throw new Error(`agent-hook ${args.join(" ")} ended with ${done.exit}:\n${done.stderr}`);
}
