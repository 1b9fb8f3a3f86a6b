import type { JsonObject } from "./config-schema.js";

/** How the TOML of a host contains hooks. Everything else sees a list of hooks for each event, in `hooks`. */
export interface TomlForm {
  /** The array of tables with the hooks. Only these tables are edited. */
  readonly key: string;
  /** The field of a table with its event. */
  readonly event: string;
  /** Returns the value of a file with a list for each event. */
  read(file: JsonObject): JsonObject;
  /** Returns the value of a file as the host reads it. */
  write(value: JsonObject): JsonObject;
}
