/**
 * What a host does on the user's machine, for guards and for our own commands. A list may be empty, but each host states all
 * of them.
 */
export interface MachineFacts {
  /** Variables that the host sets for the commands that it runs. A `*` at the end stands for any text. */
  readonly shellMarks: readonly string[];
  /** Names of the host's process, for a host that sets no variable of its own. */
  readonly processes: readonly string[];
  /**
   * Globs of what configures the host and its hooks, in homes (`~/`), projects (a `**` before the name) and the system. What
   * leaves out hooks or approvals counts as a write of the first one.
   */
  readonly settings: readonly string[];
  /** What the host or its models write in these folders. What in it configures the host: see `definitions`. */
  readonly notSettings: readonly string[];
  /** The variables that move settings, each with what follows the variable's folder or file. */
  readonly movedBy: Readonly<Record<string, string>>;
  /** The files with the host's logins. */
  readonly secrets: readonly string[];
  /** Files with skills, commands and agents, which models write, too: what in them configures the host. */
  readonly definitions: readonly Definitions[];
  /** How people start the host: a program, which may have a subcommand, such as `docker agent`. */
  readonly programs: readonly string[];
  /**
   * `false`: a word after the program is never a prompt, but a subcommand. Only `commands` count then: another program of the
   * name may have other options.
   */
  readonly takesPrompt?: false;
  /** The packages that contain the program. */
  readonly packages: readonly string[];
  /**
   * Options of the program whose value decides whether hooks or approvals are left out, each with the values that do so.
   * `any`: the option takes several values.
   */
  readonly options: Switches;
  /** Options that leave out nothing. All others count as switches: a new version may have more of them. */
  readonly harmless: readonly string[];
  /** Those of them whose value is a file that the program writes. */
  readonly writes: readonly string[];
  /** Those of them whose value is the folder in which the host works. */
  readonly worksIn: readonly string[];
  /** Where the hooks in the settings of a project run: if the host works in the same folder, or also below it, or never. */
  readonly projectSettings: "same" | "below" | "none";
  /** Environment variables like `options`. `true`: any value. */
  readonly variables: Switches;
  /** All other variables that begin like this count as switches, except keys, names of models and the like. */
  readonly prefix: string;
  /** Subcommands that change settings, hooks or approvals, or start tools. `|` separates alternatives, `*` is any word. */
  readonly commands: readonly string[];
  /** Those of them that only read. */
  readonly reads: readonly string[];
}

/** Files that a host reads in the home and in projects. A part of them can run code that no hook judges. */
export interface Definitions {
  /** Globs, as in `settings`. */
  readonly files: readonly string[];
  /** Keys of the frontmatter with hooks or MCP servers. `all`: the whole file is such a part. */
  readonly keys: readonly string[] | "all";
  /** Matches a text with a line that the host runs in a shell without calling a hook. */
  readonly shellLine?: RegExp;
  /** Set if the files belong to another host, which calls a hook for these lines: they count only under this host. */
  readonly isForeign?: true;
}

export type Switches = Readonly<Record<string, RegExp | true | { readonly any: RegExp }>>;

/** The machine of a framework or a protocol: users start no program of it. */
export const NO_PROGRAM: MachineFacts = {
  shellMarks: [],
  processes: [],
  settings: [],
  notSettings: [],
  movedBy: {},
  secrets: [],
  definitions: [],
  programs: [],
  packages: [],
  options: {},
  harmless: [],
  writes: [],
  worksIn: [],
  projectSettings: "none",
  variables: {},
  prefix: "",
  commands: [],
  reads: [],
};

/** Returns the glob of what configures a host in a folder of a project. */
export function inProject(folder: string): string {
  return `**/${folder}/{*.*,hooks,plugins,extensions,policies,rules.d}`;
}

/** Matches a command in TOML that may have `!{`, which an escape can hide. */
export const TOML_SHELL_LINE = /!(?:\\\s*)*\{|\\[uUx]/;

/** Returns the words of a text. */
export function words(text: string): readonly string[] {
  return text.split(" ");
}
