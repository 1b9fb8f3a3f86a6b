import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@agent-hook/protocol";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { launchedAt } from "../../host-config/command-hooks/launched.js";
import type { CommandHookAgent } from "../command-hooks/agent.js";
import type { Hook } from "../command-hooks/gather.js";
import { beforeTool } from "../launched/launching-host.js";

/** What the probe does. */
export type Does = "nothing" | "deny" | "die" | "launcher gone";

/** An entry before tools with the probe in the place of its hook. */
export interface ProbedEntry {
  /** Where the entry stands that it was made from; nothing for one as config writes it. */
  readonly where?: string;
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

/** The first configured entry that asks before tools, else one as config would write it. */
export function probedEntry(agent: CommandHookAgent, hooks: readonly Hook[]): ProbedEntry {
  const event = beforeTool(agent);
  const entry = hooks
    .flatMap(({ entries }) => entries)
    .find((one) => one.event === event && one.launched?.host === agent.name && one.launched.event === event);
  const { host } = agent;
  const told = host.told?.(event) ?? agent.name;
  const own = launchedAt(
    agent.name,
    event,
    GUARD,
    { command: [process.execPath, PROBE], launcher: launcherPath() },
    told,
  );
  const raw = entry?.raw ?? { ...host.rest(own), [host.keys.command]: own.command };
  const { launcher, mode, seconds, command } = entry?.launched ?? {
    launcher: launcherPath(),
    mode: "block" as const,
    seconds: 6,
    command: [process.execPath],
  };
  const node = /^node\d*$/.test(basename(command[0] ?? "")) ? (command[0] ?? "") : process.execPath;
  return {
    ...(entry === undefined ? {} : { where: entry.where }),
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
      const group = entry?.matcher === undefined ? { hooks: [hook] } : { matcher: entry.matcher, hooks: [hook] };
      return { ...host.head, hooks: { [event]: [host.grouped ? group : hook] } };
    },
  };
}

function startOf(command: string): string {
  return command.slice(0, command.lastIndexOf(" || "));
}

function endOf(command: string): string {
  return command.slice(command.lastIndexOf(" || "));
}
