import { METHOD_NAMES as CIVIC_METHODS } from "../hosts/civic/events.js";
import { HOOK_EVENT_TOOL, type KnownHost } from "../hosts/known-host.js";
import { knownHosts, oneShotHosts } from "../hosts/registry.js";
import { DefinitionError } from "../runtime/definition-rules.js";
import type { Manifest } from "../runtime/manifest.js";

export const HOST_NAMES: readonly string[] = knownHosts.map(({ name }) => name);

/** The events that a hook can handle under `native`, by host. For Civic's proxy, these are its methods. */
export const NATIVE_EVENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(oneShotHosts.map(({ name, events }) => [name, Object.keys(events)])),
  civic: CIVIC_METHODS,
};

/** Throws `DefinitionError` if a tool of the hook has the name of the tool for the host's events. */
export function assertToolNames(
  { tools }: Manifest,
  configured: { readonly adapter: Pick<KnownHost, "name">; readonly variant?: string } | undefined,
): void {
  if (configured?.adapter.name !== "mcp" || configured.variant === undefined) return;
  if (tools.every(({ name }) => name !== HOOK_EVENT_TOOL)) return;
  throw new DefinitionError(
    `tool "${HOOK_EVENT_TOOL}": under --host mcp/${configured.variant} the hooks of ${configured.variant} call a tool of that name; rename yours`,
  );
}
