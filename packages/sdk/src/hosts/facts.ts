import type { HostDenials } from "../command-hook/denials.js";
import type { HostCapabilities } from "../hook/capabilities.js";
import { capabilities as civic } from "./civic/capabilities.js";
import { capabilities as claudeCode } from "./claude-code/capabilities.js";
import { DENIALS as claudeCodeDenials } from "./claude-code/documents.js";
import { capabilities as codex } from "./codex/capabilities.js";
import { DENIALS as codexDenials } from "./codex/documents.js";
import { capabilities as copilot } from "./copilot/capabilities.js";
import { DENIALS as copilotDenials } from "./copilot/documents.js";
import { capabilities as dockerAgent } from "./docker-agent/capabilities.js";
import { DENIALS as dockerAgentDenials } from "./docker-agent/documents.js";
import { capabilities as gemini } from "./gemini/capabilities.js";
import { DENIALS as geminiDenials } from "./gemini/documents.js";
import { capabilities as mcp } from "./mcp/capabilities.js";
import { capabilities as picoclaw } from "./picoclaw/capabilities.js";

/** What each host can do with a decision. Not in the registry, which every start of a hook loads. */
export const CAPABILITIES = {
  picoclaw,
  mcp,
  "docker-agent": dockerAgent,
  "claude-code": claudeCode,
  codex,
  gemini,
  copilot,
  civic,
} as const satisfies Readonly<Record<string, HostCapabilities>>;

/** What the launcher prints on behalf of a dead hook, per one-shot host. */
export const HOST_DENIALS: Readonly<Record<string, HostDenials>> = {
  "docker-agent": dockerAgentDenials,
  "claude-code": claudeCodeDenials,
  codex: codexDenials,
  gemini: geminiDenials,
  copilot: copilotDenials,
};
