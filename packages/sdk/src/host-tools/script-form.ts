import type { JsonObject } from "./config-schema.js";

/**
 * How a host starts hooks that are files, named after their event. The config lists the hooks, and each of them has a
 * script next to the config.
 */
export interface ScriptForm {
  /** Returns the names that a script for an event may get, in the order in which the host starts them. */
  namesAt(event: string): readonly string[];
  /** Returns whether the host starts a file with this name. */
  isStarted(name: string): boolean;
  /** Returns whether the text of a file is a script from agent-hook. */
  isOurs(text: string): boolean;
  /** Returns the text of a script for a hook. */
  write(hook: JsonObject): string;
}
