import type { CommandEvent } from "../command-hook/events.js";
import { oneShotHosts } from "../hosts/registry.js";

export type { CommandEvent } from "../command-hook/events.js";
export { HOOK_EVENT_TOOL } from "../hosts/known-host.js";
export {
  type LauncherCommand,
  LauncherCommandError,
  launcherCommand,
  launcherPath,
  parseLauncherCommand,
} from "./command.js";
export {
  type WindowsLauncherCommand,
  type WindowsShell,
  windowsLauncherCommand,
  windowsLauncherPath,
} from "./windows-command.js";

/** The events of each one-shot host. */
export const HOST_EVENTS: Readonly<Record<string, Readonly<Record<string, CommandEvent>>>> = Object.fromEntries(
  oneShotHosts.map(({ name, events }) => [name, events]),
);

/** Per host and event: the fields that a hook of type `mcp_tool` receives. Only for hosts that have such hooks. */
export const MCP_TOOL_FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> =
  Object.fromEntries(
    oneShotHosts.flatMap(({ name, mcpTool }) => (mcpTool === undefined ? [] : [[name, mcpTool.fields]])),
  );
