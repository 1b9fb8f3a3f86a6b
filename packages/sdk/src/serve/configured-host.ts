import type { KnownHost } from "../hosts/known-host.js";
import { knownHosts } from "../hosts/registry.js";
import { didYouMean } from "../text/index.js";
import { HOST_NAMES } from "./host-names.js";

/** Thrown if `--host` or `AGENT_HOOK_HOST` has an unknown host, version or variant. */
export class HostNameError extends Error {
  override readonly name = "HostNameError";
}

/** The configured host. */
export interface ConfiguredHost {
  readonly adapter: KnownHost;
  readonly version?: string;
  readonly variant?: string;
}

/** Reads `--host NAME[@VERSION][/VARIANT]`, then `AGENT_HOOK_HOST`. Returns `undefined` if neither is set. */
export function configuredHost(args: readonly string[], env: NodeJS.ProcessEnv): ConfiguredHost | undefined {
  const index = args.findIndex((arg) => arg === "--host" || arg.startsWith("--host="));
  if (index === -1) return env.AGENT_HOOK_HOST ? parseHost("AGENT_HOOK_HOST", env.AGENT_HOOK_HOST) : undefined;
  const arg = args[index] as string;
  return parseHost("--host", arg === "--host" ? (args[index + 1] ?? "") : arg.slice("--host=".length));
}

/** Parses `NAME[@VERSION][/VARIANT]`. Throws `HostNameError`, whose message starts with `source`. */
export function parseHost(source: string, text: string): ConfiguredHost {
  const [host = "", ...variants] = text.split("/");
  const [name = "", ...versions] = host.split("@");
  const adapter = knownHosts.find((candidate) => candidate.name === name);
  if (adapter === undefined) {
    throw new HostNameError(
      `${source}: unknown host "${name}"${didYouMean(name, HOST_NAMES)}; expected ${HOST_NAMES.join(", ")}`,
    );
  }
  return { adapter, ...versionOf(source, adapter, versions), ...variantOf(source, adapter, variants) };
}

function versionOf(source: string, adapter: KnownHost, parts: readonly string[]): { readonly version?: string } {
  if (parts.length === 0) return {};
  const text = parts.join("@");
  const { name, versions } = adapter;
  const version = versions?.parse(text);
  if (version !== undefined) return { version };
  const expected = versions === undefined ? `leave it out: ${name}` : `expected one such as ${versions.example}`;
  throw new HostNameError(`${source}: "${text}" is not a version of ${name}; ${expected}`);
}

function variantOf(
  source: string,
  { name, variants = [] }: KnownHost,
  parts: readonly string[],
): { readonly variant?: string } {
  if (parts.length === 0) return {};
  const variant = parts.join("/");
  if (variants.includes(variant)) return { variant };
  const expected = variants.length === 0 ? "it has none" : `expected ${variants.join(", ")}`;
  throw new HostNameError(`${source}: "${variant}" is not a variant of ${name}; ${expected}`);
}
