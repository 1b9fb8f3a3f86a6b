import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { quoted, withLists } from "@agent-hook/sdk/internal/installs";
import { callPrompt, type LiveAgent, runAgent, writeHooks } from "@agent-hook/sdk/internal/live-agents";
import { SIMULATIONS, type SimulatedHost } from "@agent-hook/sdk/internal/simulations";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { HOST_EVENTS, launcherCommand } from "@agent-hook/sdk/launcher";
import { versionOf } from "../../config/version-of.js";
import type { CommandHookHost } from "../../host-config/installs.js";
import { beforeTool, type FileEntry } from "../launched/entry.js";
import type { Hook } from "../launched/hook.js";
import { COMMANDS_FILE, type RecordedStart, type RecorderCommands, readRecords } from "./stand-ins.js";

/** The call that the mock model makes. */
export interface ToolCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The result of a call with one of the user's hooks. */
export interface HookTrial extends ToolCall {
  readonly hook: string;
  readonly program: string;
  readonly version?: string;
  /** Whether the agent called the observer after the tool. */
  readonly ran: boolean;
  /** The text that the model received. */
  readonly modelText?: string;
  /** Each start of the hook before the tool. */
  readonly hookCalls: readonly RecordedStart[];
  /** Why the run proves nothing. */
  readonly failure?: string;
  /** Set if it proves nothing because the agent did not exit in time. */
  readonly timedOut?: true;
}

const TIMEOUT_MS = 60_000;
/** The timeout of the observer, which only records that the tool ran. */
const OBSERVER_SECONDS = 10;
// The path is relative to dist/chunks, where the bundled code is.
const RECORDER = fileURLToPath(new URL("../doctor/live/record.js", import.meta.url));

/** Runs the installed agent with one hook as configured, in temporary folders, and makes the mock model call a tool. */
export async function tryHook(
  agent: CommandHookHost,
  live: LiveAgent,
  program: string,
  hook: Hook<FileEntry>,
  call: ToolCall,
  signal: AbortSignal,
): Promise<HookTrial> {
  const version = await versionOf(program, signal);
  // This path has no quotes or spaces, which could confuse code that matches commands.
  const folder = await mkdtemp(join(tmpdir(), "agent-hook-live-"));
  try {
    const { file, recorderCommands } = withRecorder(agent, hook, folder);
    await writeFile(join(folder, COMMANDS_FILE), JSON.stringify(recorderCommands), { mode: 0o600 });
    const agentRun = await runAgent({
      agent: live,
      program,
      prompt: callPrompt(call.tool, call.args),
      limitMs: TIMEOUT_MS,
      signal,
      prepare: ({ home }) => writeHooks(live, home, file),
    });
    const records = readRecords(folder);
    const observer = recorderCommands.commands.length - 1;
    const hookCalls = records.filter(
      ({ commandIndex, event }) => commandIndex !== observer && event === beforeTool(agent),
    );
    const modelText = agentRun.results.at(-1);
    const lastOutput = `${agentRun.stderr}${agentRun.stdout}`.trim().split("\n").slice(-3).join("\n");
    const isSilent = agentRun.requests.every(({ input }) => input === undefined);
    const why = agentRun.timedOut
      ? `it did not exit within ${TIMEOUT_MS / 1000} s`
      : isSilent
        ? "it did not call its model"
        : "";
    return {
      ...call,
      hook: hook.name,
      program,
      ...(version && { version }),
      ran: records.some(({ commandIndex }) => commandIndex === observer),
      ...(modelText === undefined ? {} : { modelText }),
      hookCalls,
      ...(agentRun.timedOut && { timedOut: true }),
      ...(why === "" ? {} : { failure: lastOutput === "" ? why : `${why}; its output: ${lastOutput}` }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The agent runs in another folder, where the command of an entry that a team shares finds no project. */
function startOf({ command, written, launched }: FileEntry): string {
  return written?.project && launched ? launcherCommand(launched) : command;
}

/**
 * Returns a whole hooks file with the entries of one hook, each with the recorder as its command, and an observer that
 * is called after tools.
 */
function withRecorder(
  agent: CommandHookHost,
  { entries }: Hook<FileEntry>,
  folder: string,
): { readonly file: JsonObject; readonly recorderCommands: RecorderCommands } {
  const { grouped, keys, initialFields, name } = agent;
  const commands = [
    ...entries.map((entry) => ({ event: entry.event, command: startOf(entry) })),
    { event: "", command: ":" },
  ];
  const start = (commandIndex: number) =>
    [process.execPath, RECORDER, folder, String(commandIndex)].map(quoted).join(" ");
  const lists: Record<string, JsonObject[]> = {};
  const add = (event: string, hook: JsonObject, group: JsonObject) => {
    lists[event] = [...(lists[event] ?? []), grouped ? { ...group, hooks: [hook] } : hook];
  };
  for (const [commandIndex, { event, raw, matcher }] of entries.entries()) {
    add(event, { ...raw, [keys.command]: start(commandIndex) }, matcher === undefined ? {} : { matcher });
  }
  const command = start(entries.length);
  const observer = {
    ...agent.otherFields({ mode: "continue", timeout: OBSERVER_SECONDS }),
    [keys.command]: command,
  };
  const events = Object.entries(HOST_EVENTS[name] ?? {});
  for (const [event, { point }] of events) if (point === "afterTool") add(event, observer, {});
  const { shell } = SIMULATIONS[name as SimulatedHost];
  return {
    file: { ...initialFields, ...withLists(agent, lists) },
    recorderCommands: { shell, commands, env: process.env },
  };
}
