import { plainEnvironment } from "../environment.js";
import type { Folders } from "../folders.js";
import { runToEnd } from "../run-to-end.js";

/** The shell tool of an agent that is played by its rules. */
export async function runShell(command: string, { home, project }: Folders): Promise<string> {
  const options = { cwd: project, env: plainEnvironment(home), limitMs: 10_000 };
  return (await runToEnd("/bin/sh", ["-c", command], options)).stdout;
}
