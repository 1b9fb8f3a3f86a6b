import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@agent-hook/protocol";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { launchedAt } from "../../host-config/command-hooks/launched.js";
import type { CommandHookAgent, Entry } from "../command-hooks/agent.js";
import { matchesAll } from "../command-hooks/entry.js";
import type { Hook } from "../command-hooks/gather.js";
import { beforeTool } from "../launched/launching-host.js";

/** What the probe does. */
export type Does = "nothing" | "deny" | "die" | "launcher gone";

/** An entry before tools with the probe in the place of its hook. */
export interface ProbedEntry {
  /** Where the entry stands that it was made from; nothing for one as config writes it. */
  readonly where?: string;
  /** What was taken from it, since it could keep the probe from being asked: each as words. */
  readonly without: readonly string[];
  readonly mode: "block" | "continue";
  readonly node: string;
  readonly launcher: string;
  /** A whole file of hooks that has it. */
  file(does: Does): JsonObject;
}

// From dist/chunks.
const PROBE = fileURLToPath(new URL("../doctor/live/probe.js", import.meta.url));
const GUARD = {
  points: ["beforeTool"],
  onFailure: "block",
  deadlines: { interceptMs: 4500, approveMs: 4500 },
} as const;

/** The first configured entry that asks before tools, of all tools if there is one, else one as config would write it. */
export function probedEntry(agent: CommandHookAgent, hooks: readonly Hook[]): ProbedEntry {
  const event = beforeTool(agent);
  const entries = hooks
    // Its launcher and Node are started here, too.
    .filter(({ withheld, otherLauncher }) => !withheld && !otherLauncher)
    .flatMap(({ entries }) => entries)
    .filter((one) => one.event === event && one.launched?.host === agent.name && one.launched.event === event);
  const entry = entries.find((one) => limitsOf(one).length === 0) ?? entries[0];
  const { host } = agent;
  const told = host.told?.(event) ?? agent.name;
  const own = launchedAt(
    agent.name,
    event,
    GUARD,
    { command: [process.execPath, PROBE], launcher: launcherPath() },
    { told },
  );
  const { if: _if, matcher: _matcher, ...raw } = entry?.raw ?? { ...host.rest(own), [host.keys.command]: own.command };
  const { launcher, mode, seconds, command } = entry?.launched ?? {
    launcher: launcherPath(),
    mode: "block" as const,
    seconds: 6,
    command: [process.execPath],
  };
  const node = /^node\d*$/.test(basename(command[0] ?? "")) ? (command[0] ?? "") : process.execPath;
  return {
    ...(entry === undefined ? {} : { where: entry.where }),
    without: entry === undefined ? [] : limitsOf(entry),
    mode,
    node,
    launcher,
    file: (does) => {
      const started = launcherCommand({
        launcher: does === "launcher gone" ? "/no/such/guard.sh" : launcher,
        mode,
        host: agent.name,
        event,
        seconds,
        command: [node, PROBE, does, "--host", told],
      });
      // What stands behind the launcher stays as it is in the file.
      const hook = { ...raw, [host.keys.command]: startOf(started) + endOf(entry?.command ?? started) };
      return { ...host.head, hooks: { [event]: [host.grouped ? { hooks: [hook] } : hook] } };
    },
  };
}

/** What keeps calls from an entry. */
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
