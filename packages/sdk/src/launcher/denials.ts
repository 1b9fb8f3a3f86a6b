import * as claudeCode from "../hosts/claude-code/denials.js";
import * as codex from "../hosts/codex/denials.js";
import * as copilot from "../hosts/copilot/denials.js";
import * as dockerAgent from "../hosts/docker-agent/denials.js";
import * as gemini from "../hosts/gemini/denials.js";

/** How a host that starts a hook for every call is refused, by its events. */
export interface HostDenials {
  /** One-line JSON without a backslash or a single quote. */
  readonly denials: Readonly<Record<string, string>>;
  /** Events at which the host takes no refusal. */
  readonly withoutRefusal: readonly string[];
}

/** The hosts of the launcher, by their names. */
export const HOST_DENIALS: Readonly<Record<string, HostDenials>> = {
  "docker-agent": dockerAgent,
  "claude-code": claudeCode,
  codex,
  gemini,
  copilot,
};
