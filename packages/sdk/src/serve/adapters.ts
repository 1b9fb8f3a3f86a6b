import { parseVersion } from "@agent-hook/protocol";
import { recognise as isMcp } from "../hosts/mcp/recognise.js";
import { recognise as isPicoclaw } from "../hosts/picoclaw/recognise.js";
import type { Service, Session } from "../runtime/session.js";

/** A host that the SDK knows. What it needs to work is loaded only when it calls. */
export interface HostAdapter {
  readonly name: string;
  /** Whether a first message is this host's. */
  recognise(first: unknown): boolean;
  /** The version as this host writes it; nothing for what is no version. A host without it has none that matter. */
  parseVersion?(text: string): string | undefined;
  load(): Promise<(session: Session) => Service>;
}

export const adapters: readonly HostAdapter[] = [
  {
    name: "picoclaw",
    recognise: isPicoclaw,
    parseVersion,
    load: async () => (await import("../hosts/picoclaw/service.js")).serveHook,
  },
  {
    name: "mcp",
    recognise: isMcp,
    load: async () => (await import("../hosts/mcp/service.js")).serveTools,
  },
];

export const HOST_NAMES: readonly string[] = adapters.map(({ name }) => name);
