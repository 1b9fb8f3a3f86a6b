import {
  type HookSummary,
  HostConfigError,
  hookServer,
  type Launch,
  NO_MCP,
  servesMcp,
} from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { HOOK_EVENT_TOOL, HOST_EVENTS, MCP_TOOL_FIELDS } from "@agent-hook/sdk/launcher";
import { formatList } from "../format-list.js";
import type { CommandHookHost } from "./installs.js";
import { modeOf } from "./launched.js";

/** Returns the events at which the MCP server is called. Throws `HostConfigError` if tools would be unguarded. */
export function assertMcpToolEvents(
  { name, title, mcpTool }: CommandHookHost,
  events: readonly string[],
  hook: HookSummary,
  launch: Launch,
): string[] {
  if (mcpTool === undefined) throw new HostConfigError(`${title} calls no MCP server about tools`);
  if (!servesMcp(hook)) throw new HostConfigError(NO_MCP);
  if (!mcpTool.validName.test(launch.name)) {
    throw new HostConfigError(`${title} does not accept the MCP server name "${launch.name}": pass another --name`);
  }
  const callable = events.filter((event) => MCP_TOOL_FIELDS[name]?.[event] !== undefined);
  if (callable.length === 0) {
    throw new HostConfigError(`"${hook.name}" handles no tool events: remove --mcp-tool`);
  }
  const mcpToolEvents = callable.filter(
    (event) => modeOf(name, event, hook) !== "block" || mcpTool.failClosedEvents.includes(event),
  );
  const isOpen = callable.some(
    (event) => HOST_EVENTS[name]?.[event]?.point === "beforeTool" && !mcpToolEvents.includes(event),
  );
  if (mcpToolEvents.length > 0 && !isOpen) return mcpToolEvents;
  const why = hook.onFailure === "block" ? 'has onFailure "block"' : "approves tool calls";
  throw new HostConfigError(
    `${title} ${mcpTool.failOpenText}, and "${hook.name}" ${why}: remove --mcp-tool to use a command with the launcher`,
  );
}

/** Returns the fields of an entry that calls the MCP server. */
export function mcpToolEntry(host: string, event: string, server: string): JsonObject {
  const fields = MCP_TOOL_FIELDS[host]?.[event] ?? [];
  const input = Object.fromEntries(fields.map((field) => [field, `\${${field}}`]));
  return { type: "mcp_tool", server, tool: HOOK_EVENT_TOOL, input };
}

/** Returns whether an entry calls our MCP server. */
export function isMcpToolEntry({ type, tool }: JsonObject): boolean {
  return type === "mcp_tool" && tool === HOOK_EVENT_TOOL;
}

/** Describes how to add the server. */
export function serverNotes({ name, title, mcpTool }: CommandHookHost, launch: Launch): string[] {
  const add = mcpTool?.add(launch.name, hookServer(launch, name));
  return [`${title} calls the MCP server "${launch.name}", which also has its tools; ${add}`];
}

/** Describes what applies until the server exists, and which events it does not cover. */
export function mcpToolNotes(
  { name, title, mcpTool }: CommandHookHost,
  events: readonly string[],
  mcpToolEvents: readonly string[],
  hook: HookSummary,
): string[] {
  if (mcpToolEvents.length === 0) return [];
  const isClosed = mcpToolEvents.some((event) => modeOf(name, event, hook) === "block");
  const others = events.filter((event) => !mcpToolEvents.includes(event));
  const kept = others.filter((event) => MCP_TOOL_FIELDS[name]?.[event] !== undefined);
  const why = kept.length > 0 ? `: ${title} ${mcpTool?.failOpenText}` : "";
  return [
    isClosed
      ? `Until that server exists, ${title} denies every tool call that the hook would receive.`
      : `Until that server exists, "${hook.name}" has no effect at ${formatList(mcpToolEvents)}.`,
    ...(isClosed && mcpTool?.projectServers !== undefined
      ? [
          `If a project's ${mcpTool.projectServers} has a server of that name, ${title} calls it instead of yours. No project can replace a command.`,
        ]
      : []),
    ...(others.length > 0 ? [`A separate process still starts at ${formatList(others)}${why}.`] : []),
  ];
}
