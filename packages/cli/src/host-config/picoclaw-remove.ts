import type { JsonObject } from "@agent-hook/protocol";
import { isEmpty, objectAt, withAt } from "./json-objects.js";
import { isHookServer } from "./mcp.js";
import { DEFAULT_LIMITS } from "./picoclaw-limits.js";

const PROCESSES = ["hooks", "processes"];
const SERVERS = ["tools", "mcp", "servers"];

/**
 * A server's name as PicoClaw would write it in the names of its tools, `mcp_NAME_TOOL`: where it has to change a name, it
 * adds a hash (code), which says nothing to a model.
 */
export function serverName(name: string): string {
  const kept = name.toLowerCase().replace(/[^a-z0-9-]+/g, "_");
  return kept.replace(/^_|_$/g, "") || "hook";
}

/** Takes a hook's process out, and its MCP server. */
export function removeFromPicoclaw(file: JsonObject, name: string): JsonObject {
  return withoutServer(withoutProcess(file, name), serverName(name));
}

function withoutProcess(file: JsonObject, name: string): JsonObject {
  if (objectAt(file, [...PROCESSES, name]) === undefined) return file;
  const without = withAt(file, [...PROCESSES, name], undefined);
  if (!isEmpty(objectAt(without, PROCESSES))) return without;
  const idle = withAt(without, PROCESSES, undefined);
  return holdsOnlyOurs(idle) ? withAt(idle, ["hooks"], undefined) : idle;
}

/** Nothing but what a first hook brings: PicoClaw itself writes `observer_timeout_ms` beside. */
function holdsOnlyOurs(file: JsonObject): boolean {
  const { enabled, defaults: _limits, ...others } = objectAt(file, ["hooks"]) ?? {};
  const limits = Object.keys(objectAt(file, ["hooks", "defaults"]) ?? {});
  return enabled === true && isEmpty(others) && limits.every((key) => key in DEFAULT_LIMITS);
}

/** A server of that name is the hook's if it is started as we start it. */
function withoutServer(file: JsonObject, name: string): JsonObject {
  if (!isHookServer(objectAt(file, [...SERVERS, name]))) return file;
  const without = withAt(file, [...SERVERS, name], undefined);
  if (!isEmpty(objectAt(without, SERVERS))) return without;
  const idle = withAt(without, SERVERS, undefined);
  const { enabled: _ours, ...settings } = objectAt(idle, ["tools", "mcp"]) ?? {};
  // PicoClaw's own file has settings beside it, and it turned off.
  if (!isEmpty(settings)) return withAt(idle, ["tools", "mcp", "enabled"], false);
  const bare = withAt(idle, ["tools", "mcp"], undefined);
  return isEmpty(objectAt(bare, ["tools"])) ? withAt(bare, ["tools"], undefined) : bare;
}
