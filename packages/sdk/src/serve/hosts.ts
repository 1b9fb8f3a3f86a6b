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

/** The decisions that hosts support, and what they do when the hook is dead, by host. */
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

/** A configured host, with its version as the host writes it. */
export interface NamedHost {
  readonly name: string;
  readonly version?: string;
  readonly variant?: string;
}

/** Parses `NAME[@VERSION][/VARIANT]`. Throws `HostNameError`, whose message starts with `source`. */
export function parseHost(source: string, text: string): NamedHost {
  return named(parse(source, text));
}

/** Returns the host that arguments and environment configure for a hook. Throws `HostNameError`, like the hook. */
export function namedHost(args: readonly string[], env: NodeJS.ProcessEnv): NamedHost | undefined {
  const wanted = wantedHost(args, env);
  return wanted && named(wanted);
}

function named({ adapter, ...said }: WantedHost): NamedHost {
  return { name: adapter.name, ...said };
}

/** Returns the name of the one-shot host that wrote a message, or `undefined`. */
export function oneShotHostOf(message: unknown): string | undefined {
  return adapters.find(({ lifetime, recognise }) => lifetime === "one-shot" && recognise(message))?.name;
}
