import type { JsonObject } from "@agent-hook/protocol";
import type { ReadFile } from "@agent-hook/sdk/installs";
import type { Entry as StartedEntry } from "../launched/entry.js";

/** A command hook for one event. */
export interface Entry extends StartedEntry {
  readonly file: ReadFile;
  /** The entry as it is in the file. */
  readonly raw: JsonObject;
  /** Absent if the entry receives every tool. */
  readonly matcher?: string;
}
