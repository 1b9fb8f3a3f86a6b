import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Folders, type LiveHost, plainEnvironment, runToEnd } from "@agent-hook/sdk/internal/live-agents";

const BIN = fileURLToPath(new URL("bin/agent-hook.js", import.meta.resolve("agent-hook/package.json")));
const LIMIT_MS = 300_000;

/** A call in the output of `agent-hook audit --json`. */
export interface AuditedCall {
  readonly tool: string;
  readonly findings: readonly { readonly at: string; readonly decision: string; readonly reason?: string }[];
}

/** Runs `agent-hook audit` on the sessions that an agent wrote into its HOME. */
export async function auditSessions(agent: LiveHost, { home, project }: Folders): Promise<readonly AuditedCall[]> {
  const args = [BIN, "audit", "--policy", join(home, "policy.yaml"), "--host", agent.name, "--json"];
  const done = await runToEnd(process.execPath, args, { cwd: project, env: plainEnvironment(home), limitMs: LIMIT_MS });
  if (done.exit !== 0) throw new Error(`agent-hook audit ended with ${done.exit}:\n${done.stdout}${done.stderr}`);
  const { calls, problems } = JSON.parse(done.stdout);
  if (problems.length > 0) throw new Error(`not all lines were read: ${JSON.stringify(problems)}`);
  return calls;
}
