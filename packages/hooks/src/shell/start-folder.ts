import { isAbsolute, join } from "node:path";
import { pathsOf, type ToolCall } from "@agent-hook/sdk";

/**
 * Returns where the command of a shell call starts, if that is known. A shell tool can name a folder, such as Codex's
 * `workdir`: relative ones start at `cwd`, where the agent works.
 */
export function startFolder(call: ToolCall, cwd: string | undefined): string | undefined {
  const [folder] = pathsOf(call);
  if (folder === undefined || isAbsolute(folder)) return folder ?? cwd;
  return cwd === undefined ? undefined : join(cwd, folder);
}
