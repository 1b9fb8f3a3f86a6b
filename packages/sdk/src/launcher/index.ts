export type { CommandEvent } from "../command-hook/events.js";
export {
  EVENTS as DOCKER_AGENT_EVENTS,
  type EventRules as DockerAgentEventRules,
} from "../hosts/docker-agent/events.js";
export { HOOK_EVENT_TOOL } from "../hosts/known-host.js";
export {
  type LauncherCommand,
  LauncherCommandError,
  launcherCommand,
  launcherPath,
  parseLauncherCommand,
} from "./command.js";
export { HOST_EVENTS, MCP_TOOL_FIELDS } from "./host-events.js";
