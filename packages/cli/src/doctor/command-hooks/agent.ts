import type { JsonObject } from "@agent-hook/protocol";
import type { ReadFile } from "@agent-hook/sdk/installs";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import type { Entry as StartedEntry } from "../launched/entry.js";

/** An agent whose files doctor inspects. */
export type CommandHookAgent = CommandHookHost;

/** A command hook for one event. */
export interface Entry extends StartedEntry {
  readonly file: ReadFile;
  /** The entry as it is in the file. */
  readonly raw: JsonObject;
  /** Absent if the entry receives every tool. */
  readonly matcher?: string;
}
