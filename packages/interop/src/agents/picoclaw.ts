import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { startPicoClawHost } from "@agent-hook/picoclaw/testing";
import {
  endLeftBehind,
  type Folders,
  makeFolders,
  plainEnvironment,
  readVisible,
  writeFiles,
} from "@agent-hook/sdk/internal/live-agents";
import { printedConfig } from "../configure.js";
import type { AgentRunner, ConfiguredHook } from "./agent-runner.js";
import { runShell } from "./run-shell.js";

const VERSION = NEWEST_VERSION;

/** Simulates PicoClaw by its rules: the start of a session, and one call of its shell tool. */
export const picoclaw: AgentRunner = {
  host: "picoclaw",
  title: "PicoClaw",
  version: VERSION,
  available: true,
  run: async ({ hook, command, home = {}, project = {}, inspect }) => {
    await using folders = await makeFolders();
    await writeFiles(folders.home, home);
    await writeFiles(folders.project, project);
    const toolResult = hook ? await callShell(hook, command, folders) : await runShell(command, folders);
    const leftBehind = await endLeftBehind(folders.home);
    await inspect?.(folders);
    return { ...(await readVisible(folders)), toolResult, sent: toolResult ?? "", printed: "", leftBehind };
  },
};

/** Returns what the model gets, or `undefined` if the agent does not start or the turn ends. */
async function callShell(hook: ConfiguredHook, command: string, folders: Folders): Promise<string | undefined> {
  const { hooks } = JSON.parse(await printedConfig(`picoclaw@${VERSION}`, hook));
  const [entry] = Object.values<{ command: string[]; intercept?: [] }>(hooks.processes);
  const host = await startPicoClawHost(entry?.command ?? [], {
    version: VERSION,
    cwd: folders.project,
    // Simulations turn the decision log off.
    env: { ...plainEnvironment(folders.home), AGENT_HOOK_LOG: "on" },
    intercept: entry?.intercept ?? [],
    defaults: hooks.defaults ?? {},
  }).catch(() => undefined);
  if (host === undefined) return undefined;
  await using session = host;
  await session.emit({ kind: "agent.turn.start" });
  const call = { tool: "exec", arguments: { action: "run", command } };
  const execute = ({ arguments: args }: { arguments: { command?: unknown } }) =>
    runShell(String(args.command), folders);
  const round = await session.runTool(call, execute);
  return round.outcome === "aborted" ? undefined : round.text;
}
