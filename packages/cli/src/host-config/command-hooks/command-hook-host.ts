import { hostFlag, titleOf } from "@agent-hook/sdk/hosts";
import { INSTALLS, type Install } from "@agent-hook/sdk/installs";

/** A host whose JSON has a list of hooks for each event. */
export interface CommandHookHost extends Install {
  readonly name: string;
  /** The display name. */
  readonly title: string;
}

/** The hosts in the order of the docs. */
export const COMMAND_HOOK_HOSTS: readonly CommandHookHost[] = Object.entries(INSTALLS).map(([name, install]) => ({
  ...install,
  name,
  title: titleOf(name),
}));

/** Returns the host's part of an event's entry: the value of the hook's `--host`, and the longest wait. */
export function limitsAt({ name, longest }: Pick<CommandHookHost, "name" | "longest">, event: string) {
  return { told: hostFlag(name, event), longest: longest?.[event] ?? Number.POSITIVE_INFINITY };
}
