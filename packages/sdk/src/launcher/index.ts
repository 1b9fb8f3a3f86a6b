export type { CommandEvent } from "../command-hook/events.js";
export { INSTALL_KINDS } from "../hosts/generated/install-kinds.js";
export { HOOK_EVENT_TOOL } from "../hosts/known-host.js";
export {
  type LauncherCommand,
  LauncherCommandError,
  launcherCommand,
  launcherPath,
  parseLauncherCommand,
} from "./command.js";
export { HOST_EVENTS, MCP_TOOL_FIELDS } from "./host-events.js";
