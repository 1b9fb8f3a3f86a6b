import { host as claudeCode } from "./claude-code/host.js";
import { host as cline } from "./cline/host.js";
import { host as codex } from "./codex/host.js";
import { host as copilot } from "./copilot/host.js";
import { host as cursor } from "./cursor/host.js";
import { host as dockerAgent } from "./docker-agent/host.js";
import { host as droid } from "./droid/host.js";
import { host as gemini } from "./gemini/host.js";
import { host as goose } from "./goose/host.js";
import { host as kilo } from "./kilo/host.js";
import { host as kimi } from "./kimi/host.js";
import { bestFit, type KnownHost, type OneShotHost } from "./known-host.js";
import { mcpHost } from "./mcp/host.js";
import { host as mcpGateway } from "./mcp-gateway/host.js";
import { host as opencode } from "./opencode/host.js";
import { host as picoclaw } from "./picoclaw/host.js";
import { host as qwen } from "./qwen/host.js";

export const oneShotHosts: readonly OneShotHost[] = [
  dockerAgent,
  claudeCode,
  codex,
  gemini,
  copilot,
  qwen,
  droid,
  kimi,
  cline,
  opencode,
  kilo,
  mcpGateway,
  goose,
  cursor,
];

/** The hosts that `serve` detects. */
export const knownHosts: readonly KnownHost[] = [picoclaw, mcpHost(oneShotHosts), ...oneShotHosts];

/** Returns the host that wrote a message, or `undefined`. */
export function hostOf(message: unknown): KnownHost | undefined {
  return bestFit(message, knownHosts);
}

/** Returns the one-shot host that wrote a message, or `undefined`. */
export function oneShotHostOf(message: unknown): OneShotHost | undefined {
  return bestFit(message, oneShotHosts);
}

/** Returns the name of a host for people. */
export function titleOf(name: string): string {
  return knownHosts.find((host) => host.name === name)?.title ?? name;
}
