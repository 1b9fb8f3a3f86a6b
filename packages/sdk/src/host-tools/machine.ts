/**
 * What a host does on the user's machine, for guards and for our own commands. A list may be empty, but each host states all
 * of them.
 */
export interface Machine {
  /** Variables that the host sets for the commands that it runs. A `*` at the end stands for any text. */
  readonly shellMarks: readonly string[];
  /** Names of the host's process, for a host that sets no variable of its own. */
  readonly processes: readonly string[];
  /**
   * Files and folders that configure the host and its hooks. What leaves out hooks or approvals counts as a write of the first
   * one.
   */
  readonly settings: readonly string[];
  /** How people start the host: a program, which may have a subcommand, such as `docker agent`. */
  readonly programs: readonly string[];
  /** The packages that contain the program. */
  readonly packages: readonly string[];
  /**
   * Options of the program that leave out hooks or approvals, or replace the settings, each with the values that do so.
   * `true`: the option has no value, or any value does so. `any`: the option takes several values.
   */
  readonly options: Switches;
  /** The same for environment variables. */
  readonly variables: Switches;
  /** Subcommands that change settings, hooks or approvals. `|` separates alternatives: `plugin disable|uninstall`. */
  readonly commands: readonly string[];
}

export type Switches = Readonly<Record<string, RegExp | true | { readonly any: RegExp }>>;

/** The machine of a framework or a protocol: users start no program of it. */
export const NO_PROGRAM: Machine = {
  shellMarks: [],
  processes: [],
  settings: [],
  programs: [],
  packages: [],
  options: {},
  variables: {},
  commands: [],
};
