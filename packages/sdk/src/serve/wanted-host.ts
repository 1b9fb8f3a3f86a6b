import { didYouMean } from "@agent-hook/protocol";
import { adapters, HOST_NAMES, type HostAdapter } from "./adapters.js";
import { HostNameError } from "./host-name-error.js";

/** The host that somebody named. */
export interface WantedHost {
  readonly adapter: HostAdapter;
  readonly version?: string;
}

/** `--host NAME[@VERSION]` outranks `AGENT_HOOK_HOST`; neither: the first message tells. */
export function wantedHost(args: readonly string[], env: NodeJS.ProcessEnv): WantedHost | undefined {
  const index = args.findIndex((arg) => arg === "--host" || arg.startsWith("--host="));
  if (index === -1) return env.AGENT_HOOK_HOST ? parseHost("AGENT_HOOK_HOST", env.AGENT_HOOK_HOST) : undefined;
  const arg = args[index] as string;
  return parseHost("--host", arg === "--host" ? (args[index + 1] ?? "") : arg.slice("--host=".length));
}

/** The host of `NAME[@VERSION]`; throws `HostNameError`, which names where it was said. */
export function parseHost(source: string, text: string): WantedHost {
  const [name = "", ...rest] = text.split("@");
  const adapter = adapters.find((candidate) => candidate.name === name);
  if (adapter === undefined) {
    throw new HostNameError(
      `${source}: unknown host "${name}"${didYouMean(name, HOST_NAMES)}; expected ${HOST_NAMES.join(", ")}`,
    );
  }
  if (rest.length === 0) return { adapter };
  const version = adapter.parseVersion?.(rest.join("@"));
  if (version === undefined) {
    const expected = adapter.parseVersion ? "expected one such as v0.2.9" : `it needs none: ${name}`;
    throw new HostNameError(`${source}: "${rest.join("@")}" is no version of ${name}; ${expected}`);
  }
  return { adapter, version };
}
