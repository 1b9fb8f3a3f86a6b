import { makeFolders, plainEnvironment, runToEnd } from "@agent-hook/sdk/internal/live-agents";

/** A busy machine starts programs slowly. */
const TIMEOUT_MS = 30_000;

/** Returns the version that a program prints, or `undefined`. It runs in empty folders, with none of the user's settings. */
export async function versionOf(program: string, signal: AbortSignal): Promise<string | undefined> {
  await using folders = await makeFolders();
  const { home, project } = folders;
  const env = plainEnvironment(home);
  const { stdout } = await runToEnd(program, ["--version"], { cwd: project, env, limitMs: TIMEOUT_MS, signal });
  return /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0].replace(/\.$/, "");
}
