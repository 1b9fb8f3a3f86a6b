import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { parse } from "jsonc-parser";
import { isTooDeep } from "../../files/nesting.js";
import { readRegular } from "../../files/regular-file.js";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import { COMMAND_HOOK_HOSTS } from "../../host-config/command-hooks/command-hook-host.js";
import { isObject } from "../../host-config/json-objects.js";
import { entriesOf } from "./entry.js";

/** Returns the agents that a file may belong to, by its events and by the host in its launcher commands. */
export function agentsBy(file: string): readonly CommandHookHost[] {
  const text = textOf(file);
  const value: unknown = isTooDeep(text) ? undefined : parse(text);
  if (!isObject(value) || !isObject(value.hooks)) return [];
  const events = Object.keys(value.hooks);
  const knowing = COMMAND_HOOK_HOSTS.filter(({ name }) => events.some((event) => event in (HOST_EVENTS[name] ?? {})));
  const launching = knowing.filter((agent) =>
    entriesOf(agent, { path: file, scope: "user", value }).some(
      (one) => "launched" in one && one.launched?.host === agent.name,
    ),
  );
  return launching.length > 0 ? launching : knowing;
}

/** Returns an empty text if the file cannot be read: the next read reports why. */
function textOf(file: string): string {
  try {
    return readRegular(file).bytes.toString("utf8");
  } catch {
    return "";
  }
}
