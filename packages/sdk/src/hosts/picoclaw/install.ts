import { join } from "node:path";
import type { Point } from "../../hook/calls.js";
import { type HostConfig, HostConfigError, type Launch } from "../../host-tools/config-rules.js";
import type { JsonObject } from "../../host-tools/config-schema.js";
import { type HookSummary, isGuard, NO_MCP, servesMcp } from "../../host-tools/hook-summary.js";
import type { ProcessesInstall } from "../../host-tools/install.js";
import { isEmpty } from "../../host-tools/json-objects.js";
import { hookServer } from "../../host-tools/mcp-server.js";
import { EVENT_KINDS, NEWEST_VERSION, POINTS, RUNTIME_EVENT_KINDS } from "../../protocol/index.js";
import { isBefore } from "../../text/index.js";
import { HOST_KINDS } from "./events.js";
import { host } from "./host.js";
import { limitsOf, mergeIntoPicoclaw, PRIORITIES } from "./install/merge.js";
import { removeFromPicoclaw, serverName } from "./install/remove.js";
import { mcpServerOf } from "./mcp-names.js";

/** The first version with dots in the names of events. */
const EVENT_NAMES = "v0.2.9";

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
  locationVariables: ["PICOCLAW_CONFIG", "PICOCLAW_HOME"],
  harmlessCalls: (file) => [{ tool: "read_file", input: { path: file } }],
  strictFields: "v0.2.8",
  eventNames: EVENT_NAMES,
  observed,
  serverOf: (called, { name, tools }) => mcpServerOf(called, tools, serverName(name)),
};

/**
 * Returns the path where PicoClaw looks for its config (tested with v0.2.6 to v0.2.9). Like PicoClaw, uses HOME instead
 * of `os.homedir()`.
 */
function defaultFile({ PICOCLAW_CONFIG, PICOCLAW_HOME, HOME }: NodeJS.ProcessEnv): string {
  if (PICOCLAW_CONFIG) return PICOCLAW_CONFIG;
  return join(PICOCLAW_HOME || (HOME ? join(HOME, ".picoclaw") : "."), "config.json");
}

/** From this version on, PicoClaw accepts tool definitions only from MCP servers (observed). */
const TOOLS_FROM_MCP = "v0.2.8";

function build(hook: HookSummary, launch: Launch): HostConfig {
  const asServer = hook.tools.length > 0 && !(launch.version && isBefore(launch.version, TOOLS_FROM_MCP));
  const intercept = interceptOf(hook, asServer);
  const observe = observed(hook, launch.version);
  if (intercept.length === 0 && observe.length === 0) {
    throw new HostConfigError(
      `"${hook.name}" handles nothing: PicoClaw does not start a hook without points and events`,
    );
  }
  const limits = limitsOf(hook, intercept);
  const process = {
    enabled: true,
    priority: isGuard(hook) ? PRIORITIES.guard : PRIORITIES.other,
    transport: "stdio",
    command: commandOf(hook, launch),
    ...(asServer ? { env: { AGENT_HOOK_MCP_NAME: serverName(launch.name) } } : {}),
    ...(observe.length > 0 ? { observe } : {}),
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

/**
 * Returns the value of `observe`: the names of the kinds in this version's spelling, because PicoClaw does not start
 * with another one. If the version is unknown, returns `*` for all kinds. Versions before v0.2.9 have only the first
 * kinds of the list, under other names.
 */
function observed({ points, events }: Pick<HookSummary, "points" | "events">, version?: string): string[] {
  if (!points.includes("onEvent")) return [];
  if (events === undefined) return ["*"];
  const names: readonly string[] = version && isBefore(version, EVENT_NAMES) ? EVENT_KINDS : RUNTIME_EVENT_KINDS;
  const named = names.filter((_name, index) => events.includes(HOST_KINDS.get(RUNTIME_EVENT_KINDS[index] ?? "") ?? ""));
  return named.length > 0 && version === undefined ? ["*"] : named;
}

/** Returns the points in the order of a turn. If an MCP server offers the tools, `beforeLlm` is not needed for that. */
function interceptOf({ points, forTools = [], onFailure }: HookSummary, asServer: boolean): string[] {
  const asked = (point: string) =>
    point === "beforeLlm" && asServer && forTools.includes(point)
      ? false
      : points.includes(point as Point) || (point === "approveTool" && onFailure === "block");
  return Object.entries(POINTS).flatMap(([point, { intercept }]) => (asked(point) ? [intercept] : []));
}

function commandOf({ deadlines }: HookSummary, { command, version }: Launch): string[] {
  if (deadlines === undefined) return [...command];
  return [...command, "--host", version === undefined ? "picoclaw" : `picoclaw@${version}`];
}

/**
 * Enables the server only if the hook serves MCP: a server that does not answer ends every turn of PicoClaw (observed
 * with v0.2.9).
 */
function serverOf(hook: HookSummary, launch: Launch): JsonObject {
  const { command, serverCommand = command } = launch;
  return { enabled: servesMcp(hook), ...hookServer({ command: serverCommand }) };
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
