import type { HostDenials } from "../command-hook/denials.js";
import { DENIALS as claudeCode } from "../hosts/claude-code/denials.js";
import { DENIALS as codex } from "../hosts/codex/denials.js";
import { DENIALS as copilot } from "../hosts/copilot/denials.js";
import { DENIALS as dockerAgent } from "../hosts/docker-agent/denials.js";
import { DENIALS as gemini } from "../hosts/gemini/denials.js";

export type { HostDenials };

/** The denials of the hosts that the launcher supports, by host. */
export const HOST_DENIALS: Readonly<Record<string, HostDenials>> = {
  "docker-agent": dockerAgent,
  "claude-code": claudeCode,
  codex,
  gemini,
  copilot,
};
