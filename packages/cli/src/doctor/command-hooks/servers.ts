import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "@agent-hook/sdk/installs";
import { CommandError } from "../../command-error.js";
import { readConfigFile } from "../../config/config-file.js";
import { json } from "../../config/json.js";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import { objectAt } from "../../host-config/json-objects.js";
import type { Found } from "../launched/entry-findings.js";

/** Reports a server of the project that the agent calls instead of the user's server of that name. */
export function serverFound({ title, mcpTool }: CommandHookHost, server: string, { folder }: Machine): Found[] {
  if (mcpTool?.projectServers === undefined) return [];
  const path = join(folder, mcpTool.projectServers);
  if (!hasServer(path, server)) return [];
  const what = `${path} has a server "${server}", which ${title} calls in that folder instead of the user's`;
  return [["other-server", what, "remove it from that file, or rename the hook"]];
}

function hasServer(path: string, server: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return objectAt(readConfigFile(path, json).value, ["mcpServers", server]) !== undefined;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}
