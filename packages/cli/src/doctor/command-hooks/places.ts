import { resolve } from "node:path";
import { isOwnPlace } from "../own-place.js";
import type { CommandHookAgent, HookFile, Machine } from "./agent.js";

/** Returns an agent's files by absolute path. Those that cannot be the user's own count as the project's. */
export function placesOf({ files }: Pick<CommandHookAgent, "files">, machine: Machine): HookFile[] {
  return files(machine).map((file) =>
    isOwnPlace(file.path) ? file : { ...file, path: resolve(machine.folder, file.path), scope: "project" },
  );
}
