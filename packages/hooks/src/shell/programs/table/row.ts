import type { OptionSpec } from "../../options.js";

/** What is known about a program, as data. */
export interface Row {
  readonly deletes?: Deletes | undefined;
  /** Commands, as below, that change how the machine is protected, or who may do what on it. */
  readonly protects?: readonly string[] | undefined;
  /** Whether its words or its input can be SQL. */
  readonly sql?: boolean | undefined;
  /** The words with which it prints a credential. They begin with a space. */
  readonly prints?: RegExp | undefined;
  /** Whether it keeps secrets: what it is given is not shown. */
  readonly keeps?: boolean | undefined;
  /** How it starts the program after its own options. */
  readonly starts?: Starts | undefined;
}

/**
 * What a program deletes, for example in a cloud. A command is written as its words in order: `a|b` is one of several words
 * and `*` any word. An option can be anywhere. Options between the words do not count.
 */
interface Deletes {
  /** The only commands that delete. Default: all that have a verb such as `delete` or `destroy`. */
  readonly commands?: readonly string[] | undefined;
  /** More commands that delete. */
  readonly also?: readonly string[] | undefined;
  /** Commands that lose nothing: what they delete is made again, or is a setting of this machine. */
  readonly except?: readonly string[] | undefined;
  /** Commands that delete very much, or that nobody can take back. */
  readonly wide?: readonly string[] | undefined;
  /** The options that skip a question. Default: those of most programs. */
  readonly forced?: RegExp | undefined;
  /** Whether variables such as `RAILS_ENV=test` choose a database for tests. */
  readonly hasTests?: boolean | undefined;
}

/** How a program starts the program that follows its own options. */
export interface Starts extends OptionSpec {
  /** Operands before the command, for example the time limit of `timeout`. */
  readonly operands?: number;
  /** The option that names the folder that the command runs in. */
  readonly folder?: readonly string[];
  /** Options that name a file which it writes. */
  readonly outputs?: readonly string[];
  /** The options whose values are variables of the command: `NAME=VALUE`. */
  readonly variables?: readonly string[];
  /** A word that must come before the command, for example `run` of `uv run`. */
  readonly word?: string | RegExp;
}

export type Rows = Readonly<Record<string, Row>>;

/** Returns the same row for several programs. */
export function rowsFor(names: string, row: Row): Rows {
  return Object.fromEntries(names.split(" ").map((name) => [name, row]));
}
