import { join } from "node:path";
import { isBefore, NEWEST_VERSION, POINTS } from "@agent-hook/protocol";
import type { Point } from "../../hook/calls.js";
import { type HostConfig, HostConfigError, type Launch } from "../../host-tools/config-rules.js";
import type { JsonObject } from "../../host-tools/config-schema.js";
import { type HookSummary, isGuard, NO_MCP, servesMcp } from "../../host-tools/hook-summary.js";
import type { ProcessesInstall } from "../../host-tools/install.js";
import { isEmpty } from "../../host-tools/json-objects.js";
import { hookServer } from "../../host-tools/mcp-server.js";
import { host } from "./host.js";
import { limitsOf, mergeIntoPicoclaw, PRIORITIES } from "./install/merge.js";
import { removeFromPicoclaw, serverName } from "./install/remove.js";

/** PicoClaw's `config.json`. */
export const install: ProcessesInstall = {
  kind: "processes",
  language: "json",
  // Tested with v0.2.9.
  plainJsonOnly:
    "PicoClaw does not start with the comments, trailing commas or byte order mark in this file: remove them.",
  exampleFile: "~/.picoclaw/config.json",
  versions: host.versions,
  build,
  merge: mergeIntoPicoclaw,
  remove: removeFromPicoclaw,
  defaultFile,
  movedBy: ["PICOCLAW_CONFIG", "PICOCLAW_HOME"],
  harmlessCalls: (file) => [{ tool: "read_file", input: { path: file } }],
  strictFields: "v0.2.8",
  eventNames: "v0.2.9",
};

/** Returns where PicoClaw looks for its config (tested, v0.2.6 to v0.2.9). Like it, ignores `os.homedir()`. */
function defaultFile({ PICOCLAW_CONFIG, PICOCLAW_HOME, HOME }: NodeJS.ProcessEnv): string {
  if (PICOCLAW_CONFIG) return PICOCLAW_CONFIG;
  return join(PICOCLAW_HOME || (HOME ? join(HOME, ".picoclaw") : "."), "config.json");
}

/** From this version, PicoClaw accepts tool definitions only from MCP servers (observed). */
const TOOLS_FROM_MCP = "v0.2.8";

function build(hook: HookSummary, launch: Launch): HostConfig {
  const intercept = interceptOf(hook);
  const observe = hook.points.includes("onEvent");
  if (intercept.length === 0 && !observe) {
    throw new HostConfigError(
      `"${hook.name}" handles nothing: PicoClaw does not start a hook without points and events`,
    );
  }
  const asServer = hook.tools.length > 0 && !(launch.version && isBefore(launch.version, TOOLS_FROM_MCP));
  const limits = limitsOf(hook, intercept);
  const process = {
    enabled: true,
    priority: isGuard(hook) ? PRIORITIES.guard : PRIORITIES.other,
    transport: "stdio",
    command: commandOf(hook, launch),
    ...(asServer ? { env: { AGENT_HOOK_MCP_NAME: serverName(launch.name) } } : {}),
    ...(observe ? { observe: ["*"] } : {}),
    ...(intercept.length > 0 ? { intercept } : {}),
  };
  return {
    config: {
      hooks: {
        enabled: true,
        ...(isEmpty(limits) ? {} : { defaults: limits }),
        processes: { [launch.name]: process },
      },
      ...(asServer
        ? { tools: { mcp: { enabled: true, servers: { [serverName(launch.name)]: serverOf(hook, launch) } } } }
        : {}),
    },
    notes: notesOf(hook, launch, asServer),
  };
}

/** Returns the points in the order of a turn. */
function interceptOf({ points, onFailure }: HookSummary): string[] {
  const asked = (point: string) =>
    points.includes(point as Point) || (point === "approveTool" && onFailure === "block");
  return Object.entries(POINTS).flatMap(([point, { intercept }]) => (asked(point) ? [intercept] : []));
}

function commandOf({ deadlines }: HookSummary, { command, version }: Launch): string[] {
  if (deadlines === undefined) return [...command];
  return [...command, "--host", version === undefined ? "picoclaw" : `picoclaw@${version}`];
}

/** Enables the server only if it works: one that does not answer ends every turn of PicoClaw (observed with v0.2.9). */
function serverOf(hook: HookSummary, launch: Launch): JsonObject {
  return { enabled: servesMcp(hook), ...hookServer(launch) };
}

function orderNote({ points }: HookSummary, name: string): string {
  return points.includes("beforeTool")
    ? `Keep "${name}" at the front of the chain (the lowest priority): a hook that answers a call hides it from later hooks.`
    : `PicoClaw does not call "${name}" about calls that another hook answers instead of the tool, whatever its priority.`;
}

function notesOf(hook: HookSummary, { name, version }: Launch, asServer: boolean): string[] {
  return [
    ...(isGuard(hook) ? [orderNote(hook, name)] : []),
    ...(hook.onFailure === "block"
      ? [
          `While "${name}" is dead or hangs, PicoClaw denies every tool call, as long as "approve_tool" is in its intercept.`,
        ]
      : []),
    ...(asServer && !servesMcp(hook) ? [`The MCP server is not enabled. ${NO_MCP}`] : []),
    ...(hook.deadlines !== undefined && version === undefined
      ? [`PicoClaw does not report its version, so the strictest rules apply; to name it: picoclaw@${NEWEST_VERSION}`]
      : []),
    "PicoClaw only reads its config at startup: restart it.",
  ];
}
