import type { ConfigFormat } from "./config-format.js";
import type { JsonObject } from "./config-schema.js";
import type { HookFile, ReadFile } from "./hook-files.js";
import type { HookSummary } from "./hook-summary.js";

/** `problem`: the agent does not start, or a tool may run unguarded. Notes do not cause exit code 1. */
export type Severity = "problem" | "warning" | "note";

/** Findings that only occur for one host, for `agent-hook doctor` and its reference. */
export type OwnFindings = Readonly<Record<string, { readonly severity: Severity; readonly means: string }>>;

/** A finding. The id is that of a finding that every host can have, or of one of `OwnFindings`. */
export type InstallFinding = readonly [id: string, what: string, fix: string];

/** A finding about an entry. Without `fix`, the fix is to write the entry again. */
export type EntryFinding = readonly [id: string, what: string, fix?: string];

/** An entry that starts a command at an event. */
export interface CommandEntry {
  /** Its place, such as `agents.root.hooks.pre_tool_use[0].hooks[0]`. */
  readonly where: string;
  readonly event: string;
  readonly name?: string;
  readonly command: string;
  /** How long the host waits, in seconds. */
  readonly timeout: number;
  /** Variables that the hook receives in addition to the host's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly workingDir?: string;
  /** The tools that it is called for, or `undefined` for every tool. */
  readonly matcher?: string;
  /** The entry as it is in the file. */
  readonly raw: JsonObject;
  /** The group that contains the entry. */
  readonly group?: JsonObject;
  /** The agent that it is for. Absent if it is for every agent. */
  readonly agent?: string;
}

/** An entry whose command was read. */
export interface StartedEntry extends CommandEntry {
  /** Absent if the command does not use the launcher. */
  readonly launched?: { readonly mode: "block" | "continue"; readonly resident?: boolean };
  /** The host in the hook's arguments. */
  readonly host?: { readonly name: string; readonly version?: string; readonly variant?: string };
  /** Whether the host cannot compile the matcher. */
  readonly badMatcher?: true;
}

/** A part of a file that the host does not accept as a hook. */
export interface EntryFault {
  readonly id: "unknown-event" | "not-a-hook" | "other-type";
  readonly what: string;
  /** The first version of the host that accepts this part. */
  readonly before?: string;
}

/** A hook with all its entries in a file. */
export interface InstalledHook {
  /** Its name in the file, or else its command. */
  readonly name: string;
  readonly entries: readonly StartedEntry[];
  /** The command that it starts, without `--host`. Absent if it does not use the launcher. */
  readonly command?: readonly string[];
  /** The entries that should use the launcher but do not. */
  readonly bare: readonly StartedEntry[];
  /** The manifest that it prints. */
  readonly manifest?: HookSummary;
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
  { whySwitchedOff }: Pick<ConfigFormat, "whySwitchedOff">,
  files: readonly ReadFile[],
  names: readonly string[] = [""],
): InstallFinding[] {
  const found = files.flatMap(({ path, value }) =>
    names.flatMap((name) => {
      const off = whySwitchedOff?.(value, name)?.replace(/: remove it first$/, " and reports nothing");
      return off === undefined ? [] : [`${path}: ${off}`];
    }),
  );
  return [...new Set(found)].map((what) => ["switched-off", what, "remove it from that file"]);
}
