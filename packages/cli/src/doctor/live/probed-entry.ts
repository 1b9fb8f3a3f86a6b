import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { hostFlag } from "@agent-hook/sdk/hosts";
import { matchesAll, withLists } from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import type { CommandHookHost } from "../../host-config/installs.js";
import { launchedAt } from "../../host-config/launched.js";
import { beforeTool, type Entry } from "../launched/entry.js";
import type { Hook } from "../launched/hook.js";

/** What the probe does. */
export type ProbeAction = "nothing" | "deny" | "die" | "launcher-missing" | "answer";

/** An entry that the agent calls before tools, with the probe instead of the hook. */
export interface ProbedEntry {
  /** The place of the configured entry. Absent for an entry as `config` writes it. */
  readonly where?: string;
  /** What was removed from the configured entry, in words, because it could keep calls from the probe. */
  readonly without: readonly string[];
  readonly mode: "block" | "continue";
  readonly node: string;
  readonly launcher: string;
  /** Returns the command of the probe. */
  command(action: ProbeAction): readonly string[];
  /** Returns a whole hooks file with the entry. */
  file(action: ProbeAction): JsonObject;
}

// The path is relative to dist/chunks, where the bundled code is.
const PROBE = fileURLToPath(new URL("../doctor/live/probe.js", import.meta.url));
const GUARD = {
  points: ["beforeTool"],
  onFailure: "block",
  deadlines: { interceptMs: 4500, approveMs: 4500 },
} as const;

/**
 * Returns the first configured entry that is called before tools, preferably one for all tools, or else an entry as
 * `config` writes it.
 */
export function probedEntry(agent: CommandHookHost, hooks: readonly Hook[], shellTool: string): ProbedEntry {
  const event = beforeTool(agent);
  const entries = hooks
    // The run also starts the launcher and the Node of the entry.
    .filter(({ consentMissing, otherLauncher }) => !consentMissing && otherLauncher === undefined)
    .flatMap(({ entries }) => entries)
    .filter((one) => one.event === event && one.launched?.host === agent.name && one.launched.event === event);
  const entry = entries.find((one) => limitsOf(one).length === 0) ?? entries[0];
  const hostValue = hostFlag(agent.name, event);
  const defaultCommand = launchedAt(
    agent.name,
    event,
    GUARD,
    { command: [process.execPath, PROBE], launcher: launcherPath() },
    { hostValue },
  );
  const {
    if: _if,
    matcher: _matcher,
    ...raw
  } = entry?.raw ?? { ...agent.otherFields(defaultCommand), [agent.keys.command]: defaultCommand.command };
  const { launcher, mode, seconds, command } = entry?.launched ?? {
    launcher: launcherPath(),
    mode: "block" as const,
    seconds: 6,
    command: [process.execPath],
  };
  const node = /^node\d*$/.test(basename(command[0] ?? "")) ? (command[0] ?? "") : process.execPath;
  const probe = (action: ProbeAction) => [
    ...[node, PROBE, action, ...(action === "answer" ? [shellTool] : [])],
    ...["--host", hostValue],
  ];
  return {
    ...(entry === undefined ? {} : { where: entry.where }),
    without: entry === undefined ? [] : limitsOf(entry),
    mode,
    node,
    launcher,
    command: probe,
    file: (action) => {
      const startCommand = launcherCommand({
        launcher: action === "launcher-missing" ? "/no/such/guard.sh" : launcher,
        mode,
        host: agent.name,
        event,
        seconds,
        command: probe(action),
      });
      // Keep the part after the launcher's command as it is in the file.
      const hook = { ...raw, [agent.keys.command]: startOf(startCommand) + endOf(entry?.command ?? startCommand) };
      const lists = { [event]: [agent.grouped ? { hooks: [hook] } : hook] };
      return { ...agent.initialFields, ...withLists(agent, lists) };
    },
  };
}

/** Returns what keeps calls from an entry, in words. */
function limitsOf({ matcher, raw }: Entry): string[] {
  return [
    ...(matchesAll(matcher) ? [] : [`its matcher "${matcher}"`]),
    ...(typeof raw.if === "string" ? [`its if "${raw.if}"`] : []),
  ];
}

function startOf(command: string): string {
  return command.slice(0, command.lastIndexOf(" || "));
}

function endOf(command: string): string {
  return command.slice(command.lastIndexOf(" || "));
}
