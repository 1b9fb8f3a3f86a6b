import { HooksStartError, type Intercept } from "@agent-hook/host";
import { NEWEST_VERSION } from "@agent-hook/protocol";
import { startTestHost } from "@agent-hook/testing";
import type { HookFacts } from "./facts.js";
import type { Launch } from "./start.js";

/** The tool does not matter: the hook is dead when it is called. */
const CALL = { tool: "exec", arguments: { command: "true" } };

/** Starts a hook, kills it with SIGKILL, and tests what the host then does with a tool call. */
export async function killedFacts(
  { name, command, cwd, env }: Launch,
  intercept: readonly Intercept[],
  version = NEWEST_VERSION,
): Promise<HookFacts["killed"]> {
  const launch = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
  try {
    await using host = await startTestHost(command, { name, intercept, version, ...launch });
    await host.kill();
    const { outcome: beforeTool } = await host.beforeTool(CALL);
    const { outcome: approveTool } = await host.approveTool(CALL);
    const { outcome, text } = await host.runTool(CALL, () => "the tool ran");
    return { beforeTool, approveTool, ran: outcome === "ran", text };
  } catch (error) {
    if (!(error instanceof HooksStartError)) throw error;
    return { failure: error.failures[0]?.what ?? error.message };
  }
}
