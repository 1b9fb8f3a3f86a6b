import type { Script, SyntaxNode } from "unbash";
import type { ShellClass } from "../classes.js";
import type { Arg, Content, Marks } from "../values/content.js";
import type { State } from "../values/state.js";

/** One possible outcome of a command. */
export interface Result {
  readonly state: State;
  /** What it wrote to its stdout. */
  readonly out: Content;
  /** Whether it succeeded, or undefined if that is not known. */
  readonly ok: boolean | undefined;
}

/** A program that is about to start. */
export interface Run {
  /** The program's name in lower case, without its folder. */
  readonly name: string;
  readonly args: readonly Arg[];
  readonly stdin: Content;
  readonly state: State;
  readonly shell: Shell;
}

/** A copy whose files only the disk shows: of a folder, or of what a pattern selects. */
export interface Copy {
  /** Missing if it is not on this disk. */
  readonly from: string | undefined;
  readonly to: string;
  /** Whether folders are copied with their files. */
  readonly isDeep: boolean;
  /** Whether the files of a folder get directly into the target, also if that is there. */
  readonly isMerged: boolean;
  /** Whether the command has changed the source before. */
  readonly isChanged: boolean;
}

/** What a program does. Returns what it writes to stdout, or its possible outcomes. */
export type Program = (run: Run) => Content | Result[];

/** Follows commands by their text. Here, to run a command means to follow it: nothing is started. */
export interface Shell {
  /** Runs source text, for example the operand of `sh -c`. */
  source(text: string, state: State, stdin: Content): Result[];
  /** Runs a parsed script. */
  script(script: Script, state: State, stdin: Content): Result[];
  node(node: SyntaxNode, state: State, stdin: Content): Result[];
  /** Runs a program with its arguments. */
  command(argv: readonly Arg[], state: State, stdin: Content): Result[];
  /** Returns the content of a file, and reports the reading of a secret file. */
  read(path: string, run: Run): Content;
  write(path: string, content: Content, run: Run, append?: boolean): void;
  /** Notes that a program changes or removes a file. Its new content is not followed. `link`: a link there is not followed. */
  changes(path: string, run: Run, what?: "link"): void;
  /** Notes a command that has the effect of a change of settings. Where they are is not judged. */
  changesSettings(path: string, run: Run): void;
  /**
   * Notes that a file, or a whole folder with all files in it, goes or gives its place to something else.
   * `unless-folder`: a folder that is there keeps its place.
   */
  moves(path: string, when: "always" | "unless-folder", run: Run): void;
  /**
   * Notes that a program writes the files that a file on the disk names, such as a patch, or that an unknown text names.
   * `filesIn` returns them as absolute paths, or `undefined` if the text hides them.
   */
  writesListed(file: string | undefined, filesIn: (text: string) => readonly string[] | undefined): void;
  /** Notes a copy whose files only the disk shows. */
  copies(copy: Omit<Copy, "isChanged">, run: Run): void;
  /** Notes that a program writes files into a folder, whose names are not known. */
  fills(folder: string, run: Run): void;
  /** Reports sensitive content that leaves the machine. */
  send(content: Marks, run: Run): void;
  report(run: Pick<Run, "name" | "args">, found: { class: ShellClass; rule: string; reason: string }): void;
}
