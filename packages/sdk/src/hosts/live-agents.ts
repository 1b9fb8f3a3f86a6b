import type { Point } from "../hook/calls.js";
import type { LiveAgent } from "../host-tools/live/live-agent.js";
import { LIVE_AGENTS } from "./generated/live-agents.js";
import { oneShotHosts } from "./registry.js";

export { plainEnvironment } from "../host-tools/live/environment.js";
export {
  type Files,
  type Folders,
  makeFolders,
  readFiles,
  readVisible,
  setFields,
  writeFiles,
} from "../host-tools/live/folders.js";
export { endLeftBehind } from "../host-tools/live/left-behind.js";
export { type Commands, type LiveAgent, writeHooks } from "../host-tools/live/live-agent.js";
export { anthropic } from "../host-tools/live/model-servers/anthropic.js";
export { google } from "../host-tools/live/model-servers/google.js";
export {
  type Body,
  type ModelApi,
  type ModelServer,
  startModelServer,
} from "../host-tools/live/model-servers/model-server.js";
export { openaiChat } from "../host-tools/live/model-servers/openai-chat.js";
export { openaiResponses } from "../host-tools/live/model-servers/openai-responses.js";
export { callPrompt } from "../host-tools/live/model-servers/script.js";
export { type AgentResult, type AgentRun, runAgent } from "../host-tools/live/run-agent.js";
export { runToEnd } from "../host-tools/live/run-to-end.js";
export { LIVE_AGENTS };

/** A real agent, with the data about its host from the registry. */
export interface LiveHost extends LiveAgent {
  readonly name: string;
  readonly title: string;
  /** The version whose traffic was recorded. */
  readonly version: string;
  readonly beforeTool: string;
  readonly afterTool: string;
}

/** The hosts whose real agent can be run, in the order of the docs. */
export const liveHosts: readonly LiveHost[] = oneShotHosts.flatMap(({ name, title, versions, events }) => {
  const live = LIVE_AGENTS[name];
  if (live === undefined) return [];
  const eventAt = (at: Point) => Object.entries(events).find(([, { point }]) => point === at)?.[0] ?? "";
  const version = versions.example;
  return [{ ...live, name, title, version, beforeTool: eventAt("beforeTool"), afterTool: eventAt("afterTool") }];
});
