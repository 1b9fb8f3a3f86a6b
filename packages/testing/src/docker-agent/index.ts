export {
  type Asked,
  type Command,
  DockerAgentHost,
  type DockerAgentHostOptions,
  dockerAgentHost,
  type FinishedCall,
  type ModelCall,
  type ToolCall,
} from "./docker-agent-host.js";
export {
  type CompactionEffect,
  type ContextEffect,
  type Effect,
  type EffectOf,
  type EffectOptions,
  effectOf,
  type ModelCallEffect,
  type Payload,
  type ToolCallEffect,
  type ToolResultEffect,
} from "./effect.js";
export { type ExecuteOptions, executeHooks, type HookResult, type HookRun } from "./execute.js";
export type { InstructionContext, MessageOfHost } from "./hook-output.js";
export { isMatcher, matchesTool } from "./matcher.js";
export { DOCKER_AGENT_VERSIONS, type DockerAgentEvent, type DockerAgentVersion, type Variant } from "./versions.js";
