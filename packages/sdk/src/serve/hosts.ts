import type { HostCapabilities } from "../hook/capabilities.js";
import { capabilities as civic } from "../hosts/civic/capabilities.js";
import { capabilities as claudeCode } from "../hosts/claude-code/capabilities.js";
import { capabilities as codex } from "../hosts/codex/capabilities.js";
import { capabilities as copilot } from "../hosts/copilot/capabilities.js";
import { capabilities as dockerAgent } from "../hosts/docker-agent/capabilities.js";
import { capabilities as gemini } from "../hosts/gemini/capabilities.js";
import { capabilities as mcp } from "../hosts/mcp/capabilities.js";
import { capabilities as picoclaw } from "../hosts/picoclaw/capabilities.js";
import { adapters } from "./adapters.js";
import { parseHost as parse, type WantedHost, wantedHost } from "./wanted-host.js";

export { holdsFor } from "../hosts/picoclaw/support.js";
export { HostNameError } from "./host-name-error.js";

/** What the hosts carry, and what they do when the hook is dead, by their names. */
export const hosts: Readonly<
  Record<
    "picoclaw" | "mcp" | "docker-agent" | "claude-code" | "codex" | "gemini" | "copilot" | "civic",
    HostCapabilities
  >
> = {
  picoclaw,
  mcp,
  "docker-agent": dockerAgent,
  "claude-code": claudeCode,
  codex,
  gemini,
  copilot,
  civic,
};

/** A host that somebody named, and its version as the host writes it. */
export interface NamedHost {
  readonly name: string;
  readonly version?: string;
  readonly variant?: string;
}

/** The host of `NAME[@VERSION][/VARIANT]`; throws `HostNameError`, which begins with where it was said. */
export function parseHost(source: string, text: string): NamedHost {
  return named(parse(source, text));
}

/** The host that a hook is told by its arguments and its environment. Throws `HostNameError`, as the hook then does. */
export function namedHost(args: readonly string[], env: NodeJS.ProcessEnv): NamedHost | undefined {
  const wanted = wantedHost(args, env);
  return wanted && named(wanted);
}

function named({ adapter, ...said }: WantedHost): NamedHost {
  return { name: adapter.name, ...said };
}

/** Whose message it is, of the hosts that start a process for each call. */
export function oneShotHostOf(message: unknown): string | undefined {
  return adapters.find(({ lifetime, recognise }) => lifetime === "one-shot" && recognise(message))?.name;
}
