import { parseVersion } from "@agent-hook/protocol/text";
import { METHOD_NAMES as CIVIC_METHODS } from "../hosts/civic/events.js";
import { EVENT_NAMES as CLAUDE_CODE_EVENTS } from "../hosts/claude-code/events.js";
import { EXAMPLE as CLAUDE_CODE_EXAMPLE } from "../hosts/claude-code/example.js";
import { recognise as isClaudeCodes } from "../hosts/claude-code/recognise.js";
import { EVENT_NAMES as CODEX_EVENTS } from "../hosts/codex/events.js";
import { EXAMPLE as CODEX_EXAMPLE } from "../hosts/codex/example.js";
import { recognise as isCodexs } from "../hosts/codex/recognise.js";
import { EVENT_NAMES as COPILOT_EVENTS } from "../hosts/copilot/events.js";
import { EXAMPLE as COPILOT_EXAMPLE } from "../hosts/copilot/example.js";
import { recognise as isCopilots } from "../hosts/copilot/recognise.js";
import { EVENT_NAMES as DOCKER_AGENT_EVENTS } from "../hosts/docker-agent/events.js";
import { EXAMPLE as DOCKER_AGENT_EXAMPLE } from "../hosts/docker-agent/example.js";
import { recognise as isDockerAgents } from "../hosts/docker-agent/recognise.js";
import { EVENT_NAMES as GEMINI_EVENTS } from "../hosts/gemini/events.js";
import { EXAMPLE as GEMINI_EXAMPLE } from "../hosts/gemini/example.js";
import { recognise as isGeminis } from "../hosts/gemini/recognise.js";
import { recognise as isMcp } from "../hosts/mcp/recognise.js";
import { EXAMPLE as PICOCLAW_EXAMPLE } from "../hosts/picoclaw/example.js";
import { recognise as isPicoclaws } from "../hosts/picoclaw/recognise.js";
import type { CallService, LineSession, Service, Session } from "../runtime/session.js";
import { EVENT_LANES, openMcp } from "./mcp-with-events.js";

/** What the SDK knows about a host before it calls. */
interface Known {
  readonly name: string;
  /** Whether a parsed first message is from this host. */
  recognise(first: unknown): boolean;
  /** How to read the host's versions. Missing if its version makes no difference. */
  readonly versions?: {
    /** Returns the version as this host writes it, or `undefined` if the text is not a version. */
    parse(text: string): string | undefined;
    readonly example: string;
  };
  /** The variants of the host, in addition to the default. */
  readonly variants?: readonly string[];
  /** The host's own events that a hook can handle under `native`. */
  readonly nativeEvents?: readonly string[];
}

/** A host that keeps the process for many calls, one per line. */
interface PersistentHost extends Known {
  readonly lifetime: "persistent";
  /** Input that this host writes. Without it, a snapshot does not contain the host's adapter. */
  readonly example?: string;
  load(variant: string | undefined): Promise<(session: LineSession) => Service>;
}

/** A host that starts a process for each call, with one JSON object on stdin and one answer. */
interface OneShotHost extends Known {
  readonly lifetime: "one-shot";
  /** A call that this host writes. */
  readonly example: string;
  load(): Promise<(session: Session) => CallService>;
}

/** A host that the SDK supports. Its adapter is loaded only when it calls. */
export type HostAdapter = PersistentHost | OneShotHost;

export const adapters: readonly HostAdapter[] = [
  {
    name: "picoclaw",
    lifetime: "persistent",
    recognise: isPicoclaws,
    versions: { parse: parseVersion, example: "v0.2.9" },
    example: PICOCLAW_EXAMPLE,
    load: async () => (await import("../hosts/picoclaw/service.js")).serveHook,
  },
  {
    name: "mcp",
    lifetime: "persistent",
    recognise: isMcp,
    // No example: the MCP SDK in a snapshot would cost every host more at startup than it saves for MCP.
    variants: EVENT_LANES,
    load: openMcp,
  },
  {
    name: "docker-agent",
    lifetime: "one-shot",
    recognise: isDockerAgents,
    versions: { parse: parseVersion, example: "v1.123.0" },
    variants: ["preempt"],
    example: DOCKER_AGENT_EXAMPLE,
    nativeEvents: DOCKER_AGENT_EVENTS,
    load: async () => (await import("../hosts/docker-agent/service.js")).serveCall,
  },
  {
    name: "claude-code",
    lifetime: "one-shot",
    recognise: isClaudeCodes,
    versions: { parse: parseVersion, example: "2.1.330" },
    example: CLAUDE_CODE_EXAMPLE,
    nativeEvents: CLAUDE_CODE_EVENTS,
    load: async () => (await import("../hosts/claude-code/service.js")).serveCall,
  },
  {
    name: "codex",
    lifetime: "one-shot",
    recognise: isCodexs,
    versions: { parse: parseVersion, example: "0.169.0" },
    example: CODEX_EXAMPLE,
    nativeEvents: CODEX_EVENTS,
    load: async () => (await import("../hosts/codex/service.js")).serveCall,
  },
  {
    name: "gemini",
    lifetime: "one-shot",
    recognise: isGeminis,
    versions: { parse: parseVersion, example: "0.61.0" },
    example: GEMINI_EXAMPLE,
    nativeEvents: GEMINI_EVENTS,
    load: async () => (await import("../hosts/gemini/service.js")).serveCall,
  },
  {
    name: "copilot",
    lifetime: "one-shot",
    recognise: isCopilots,
    versions: { parse: parseVersion, example: "1.0.102" },
    variants: COPILOT_EVENTS,
    example: COPILOT_EXAMPLE,
    nativeEvents: COPILOT_EVENTS,
    load: async () => (await import("../hosts/copilot/service.js")).serveCall,
  },
];

export const HOST_NAMES: readonly string[] = adapters.map(({ name }) => name);

/** The events that a hook can handle under `native`, by host. Civic's are methods. `serve` does not support Civic. */
export const NATIVE_EVENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    adapters.flatMap(({ name, nativeEvents }) => (nativeEvents === undefined ? [] : [[name, nativeEvents]])),
  ),
  civic: CIVIC_METHODS,
};
