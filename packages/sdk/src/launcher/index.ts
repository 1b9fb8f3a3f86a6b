export type { CommandEvent } from "../command-hook/events.js";
export {
  EVENTS as DOCKER_AGENT_EVENTS,
  type EventRules as DockerAgentEventRules,
} from "../hosts/docker-agent/events.js";
export {
  type LauncherCommand,
  LauncherCommandError,
  launcherCommand,
  parseLauncherCommand,
} from "./command.js";
export { HOST_EVENTS } from "./events.js";
export { launcherPath } from "./launcher-path.js";
export { HOOK_EVENT_TOOL, MCP_TOOL_FIELDS } from "./mcp-tool.js";
