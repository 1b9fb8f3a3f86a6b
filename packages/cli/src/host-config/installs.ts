import { hostFlag, titleOf } from "@agent-hook/sdk/hosts";
import {
  type AgentsInstall,
  type EventListsInstall,
  type HookSummary,
  handledEvents,
  hasEvent,
  INSTALLS,
  type Install,
  type ProcessesInstall,
} from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";

/** A host with its names. */
type Named<I extends Install> = I & {
  readonly name: string;
  /** The display name. */
  readonly title: string;
};

/** A host whose JSON has a list of hooks for each event. */
export type CommandHookHost = Named<EventListsInstall>;
/** A host whose files configure agents, each with hooks. */
export type AgentsHost = Named<AgentsInstall>;
/** A host that keeps a process for each hook. */
export type ProcessesHost = Named<ProcessesInstall>;

/** All hosts in the order of the docs. Those that only call tools are last. */
export const INSTALLED_HOSTS: readonly Named<Install>[] = Object.entries<Install>(INSTALLS)
  .map(([name, install]) => ({ ...install, name, title: titleOf(name) }))
  .sort((one, other) => Number(one.kind === "tools") - Number(other.kind === "tools"));

export const COMMAND_HOOK_HOSTS: readonly CommandHookHost[] = INSTALLED_HOSTS.filter(
  (host) => host.kind === "event-lists",
);
export const AGENTS_HOSTS: readonly AgentsHost[] = INSTALLED_HOSTS.filter((host) => host.kind === "agents");
export const PROCESSES_HOSTS: readonly ProcessesHost[] = INSTALLED_HOSTS.filter((host) => host.kind === "processes");

/** Returns the events of a one-shot host that a hook handles. Events in `optIn` count only if the hook names them. */
export function eventsForHook(host: string, hook: HookSummary, optIn: readonly string[]): string[] {
  return handledEvents(host, HOST_EVENTS[host] ?? {}, hook, optIn);
}

/** Returns whether a version of a host has one of its events. `version`: missing if it is not known. */
export function hostHasEvent(host: string, event: string, version: string | undefined): boolean {
  return hasEvent(HOST_EVENTS[host]?.[event] ?? {}, version);
}

/**
 * Returns the host's part of an event's entry: the value of the hook's `--host`, the longest wait in seconds, and how
 * its command finds a project.
 */
export function entrySettings(
  {
    name,
    maxTimeouts,
    places: { projectVariable, readsFromRepository },
  }: Pick<CommandHookHost, "name" | "maxTimeouts" | "places">,
  event: string,
) {
  return {
    hostValue: hostFlag(name, event),
    maxSeconds: maxTimeouts?.[event] ?? Number.POSITIVE_INFINITY,
    inProject: {
      ...(projectVariable !== undefined && { variable: projectVariable }),
      ...(readsFromRepository && { repository: readsFromRepository }),
    },
  };
}
