import { isAbsolute, resolve } from "node:path";
import type { HookFile, Machine } from "@agent-hook/sdk/installs";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";

/** Returns an agent's files by absolute path. Those that cannot be the user's own count as the project's. */
export function placesOf({ files }: Pick<CommandHookHost, "files">, machine: Machine): HookFile[] {
  return files(machine).map((file) =>
    isOwnPlace(file.path) ? file : { ...file, path: resolve(machine.folder, file.path), scope: "project" },
  );
}

/**
 * Returns whether a path can be the user's own, or the organisation's. An empty or relative home or variable leads to
 * doctor's working directory, where a project may have put anything.
 */
export function isOwnPlace(path: string): boolean {
  return isAbsolute(path);
}
