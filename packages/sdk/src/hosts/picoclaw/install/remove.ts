import type { JsonObject } from "../../../host-tools/config-schema.js";
import { isEmpty, objectAt, withValueAt } from "../../../host-tools/json-objects.js";
import { isHookServer } from "../../../host-tools/mcp-server.js";
import { DEFAULT_LIMITS } from "./merge.js";

const PROCESSES = ["hooks", "processes"];
const SERVERS = ["tools", "mcp", "servers"];

/**
 * Returns the server's name as PicoClaw would write it in the names of the server's tools, `mcp_NAME_TOOL`. If PicoClaw
 * has to change a name, it adds a hash (from the source code), which means nothing to a model.
 */
export function serverName(name: string): string {
  const kept = name.toLowerCase().replace(/[^a-z0-9-]+/g, "_");
  return kept.replace(/^_|_$/g, "") || "hook";
}

/** Removes a hook's process and its MCP server. */
export function removeFromPicoclaw(file: JsonObject, name: string): JsonObject {
  return withoutServer(withoutProcess(file, name), serverName(name));
}

function withoutProcess(file: JsonObject, name: string): JsonObject {
  if (objectAt(file, [...PROCESSES, name]) === undefined) return file;
  const without = withValueAt(file, [...PROCESSES, name], undefined);
  if (!isEmpty(objectAt(without, PROCESSES))) return without;
  const idle = withValueAt(without, PROCESSES, undefined);
  return containsOnlyOurs(idle) ? withValueAt(idle, ["hooks"], undefined) : idle;
}

/** Returns whether `hooks` has only what the first hook added. PicoClaw itself also writes `observer_timeout_ms`. */
function containsOnlyOurs(file: JsonObject): boolean {
  const { enabled, defaults: _limits, ...others } = objectAt(file, ["hooks"]) ?? {};
  const limits = Object.keys(objectAt(file, ["hooks", "defaults"]) ?? {});
  return enabled === true && isEmpty(others) && limits.every((key) => key in DEFAULT_LIMITS);
}

/** Removes the server with this name if its arguments are those of an agent-hook server. */
function withoutServer(file: JsonObject, name: string): JsonObject {
  if (!isHookServer(objectAt(file, [...SERVERS, name]))) return file;
  const without = withValueAt(file, [...SERVERS, name], undefined);
  if (!isEmpty(objectAt(without, SERVERS))) return without;
  const idle = withValueAt(without, SERVERS, undefined);
  const { enabled: _ours, ...settings } = objectAt(idle, ["tools", "mcp"]) ?? {};
  // PicoClaw's own file has other settings here, with MCP disabled.
  if (!isEmpty(settings)) return withValueAt(idle, ["tools", "mcp", "enabled"], false);
  const bare = withValueAt(idle, ["tools", "mcp"], undefined);
  return isEmpty(objectAt(bare, ["tools"])) ? withValueAt(bare, ["tools"], undefined) : bare;
}
