import type { ConfigFormat } from "./config-format.js";
import type { JsonObject } from "./config-schema.js";
import type { HookFile, ReadFile } from "./hook-files.js";

/** A finding about the files of a host. The ids are those of `agent-hook doctor`. */
export type InstallFinding = readonly [
  id: "agent-warns" | "broken-file" | "not-trusted" | "switched-off" | "trust-undecided",
  what: string,
  fix: string,
];

/** A finding about an entry, with a fix unless that is to write the entry again. */
export type EntryFinding = readonly [
  id: "no-on-failure" | "no-shell" | "not-trusted" | "switched-off",
  what: string,
  fix?: string,
];

/** An entry that starts a command. */
export interface CommandEntry {
  /** The entry as it is in the file. */
  readonly raw: JsonObject;
  /** How long the host waits, in seconds. */
  readonly timeout: number;
  /** Absent if the command does not use the launcher. */
  readonly launched?: { readonly mode: "block" | "continue" };
}

/** An entry that starts a command or calls an MCP server. */
export interface PlacedEntry {
  readonly file: Pick<HookFile, "path" | "scope">;
  readonly event: string;
  readonly command?: string;
  readonly server?: string;
}

/** Reports settings that switch off all hooks of a file, or those with these names. */
export function switchFindings(
  { switchedOff }: Pick<ConfigFormat, "switchedOff">,
  files: readonly ReadFile[],
  names: readonly string[] = [""],
): InstallFinding[] {
  const found = files.flatMap(({ path, value }) =>
    names.flatMap((name) => {
      const off = switchedOff?.(value, name)?.replace(/: remove it first$/, " and reports nothing");
      return off === undefined ? [] : [`${path}: ${off}`];
    }),
  );
  return [...new Set(found)].map((what) => ["switched-off", what, "remove it from that file"]);
}
