import { realPath } from "@agent-hook/sdk/internal/installs";
import { hookFilesOf, thisMachine } from "../doctor/consent.js";
import { readFiles } from "../doctor/launched/files.js";
import { COMMAND_HOOK_HOSTS } from "../host-config/installs.js";

/** Returns what `doctor` reports about settings with which a host starts no hooks of its own file, one sentence each. */
export function switchedOffNotes(host: string, file: string, name: string): string[] {
  const agent = COMMAND_HOOK_HOSTS.find((one) => one.name === host);
  if (agent === undefined) return [];
  const machine = thisMachine();
  const files = readFiles(agent, hookFilesOf(agent, machine));
  // Another file may belong to another machine or folder.
  if (!files.some(({ path }) => realPath(path) === file)) return [];
  return agent
    .skipped(files, machine, [name])
    .flatMap(([id, what, fix]) => (id === "switched-off" ? [`Warning: ${what}: ${fix}`] : []));
}
