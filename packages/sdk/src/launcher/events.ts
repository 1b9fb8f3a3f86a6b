import type { CommandEvent } from "../command-hook/events.js";
import { EVENTS as claudeCode } from "../hosts/claude-code/events.js";
import { EVENTS as codex } from "../hosts/codex/events.js";
import { EVENTS as copilot } from "../hosts/copilot/events.js";
import { EVENTS as dockerAgent } from "../hosts/docker-agent/events.js";
import { EVENTS as gemini } from "../hosts/gemini/events.js";

/** The events of the one-shot hosts, by host. */
export const HOST_EVENTS: Readonly<Record<string, Readonly<Record<string, CommandEvent>>>> = {
  "docker-agent": dockerAgent,
  "claude-code": claudeCode,
  codex,
  gemini,
  copilot,
};
