import type { Folders } from "@agent-hook/sdk/internal/live-agents";
import { plainEnvironment, runToEnd } from "@agent-hook/sdk/internal/live-agents";

/** The shell tool of a simulated agent. */
export async function runShell(command: string, { home, project }: Folders): Promise<string> {
  const options = { cwd: project, env: plainEnvironment(home), limitMs: 300_000 };
  return (await runToEnd("/bin/sh", ["-c", command], options)).stdout;
}
