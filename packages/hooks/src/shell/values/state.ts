import type { Function as FunctionNode, Script } from "unbash";
import { spend } from "../limits.js";
import { type Arg, argOf, type Content } from "./content.js";

/** What a file descriptor or a special path leads to. */
export type Channel =
  | { readonly to: "file"; readonly path: string }
  | { readonly to: "network"; readonly host?: string | undefined }
  | { readonly to: "content"; readonly content: Content }
  | { readonly to: "process"; readonly script: Script }
  | { readonly to: "closed" };

export interface Variable {
  /** Its elements. A variable that is not an array has at most one. */
  readonly values: readonly Arg[];
  readonly isArray?: boolean;
  /** The variable that it refers to, after `declare -n`. */
  readonly alias?: string;
}

export interface Disk {
  /** Whether the project is a folder of the disk, and not one that stands for an unknown one. */
  readonly isProjectKnown: boolean;
  /** Whether a path leads into a folder, after following links. */
  readonly isInside?: ((folder: string, path: string) => boolean) | undefined;
}

/** What is known about a shell at one point of a command. */
export class State {
  cwd: string | undefined;
  home: string | undefined;
  /** The project: what the agent works on. */
  readonly project: string | undefined;
  /** The user's home, whatever the value of `HOME` is. */
  readonly userHome: string | undefined;
  variables = new Map<string, Variable>();
  exported = new Set<string>();
  functions = new Map<string, FunctionNode["body"]>();
  /** What names and copies of programs stand for, after `alias`, `hash -p` or `cp`. */
  aliases = new Map<string, string>();
  files = new Map<string, Content>();
  channels = new Map<string, Channel>();
  positional: readonly Arg[] = [];
  /** Local variables of the function that runs, with the values that they hide. */
  locals = new Map<string, Variable | undefined>();
  lastPipe = false;
  /** Whether what a program writes goes into a program that takes secrets and does not show them, or into a file. */
  isTaken: boolean | "file" = false;
  /** Whether what a program writes may get to whoever reads the output, and not only into another program. */
  isShown = true;
  /** Whether the arguments come from a list that is not in the command, as those of xargs do. */
  fromList = false;
  /** Set after `exit`, `return` or `break`: nothing more runs in the shell, function or loop that it ends. */
  ended: "exit" | "return" | "break" | "continue" | undefined;
  /** How many functions and loops the command is in. Outside of them, `return` and `break` do nothing. */
  functionDepth = 0;
  /** The functions that the command is in. */
  calls: readonly FunctionNode["body"][] = [];
  loopDepth = 0;

  constructor(
    cwd: string | undefined,
    home: string | undefined,
    project = cwd,
    userHome = home,
    /** What is known about the disk. Without it, only texts are compared. */
    readonly disk: Disk = { isProjectKnown: true },
    /** The folder that the whole command started in. */
    readonly start = cwd,
  ) {
    this.cwd = cwd;
    this.home = home;
    this.project = project;
    this.userHome = userHome;
  }

  /** Returns an independent copy, for another possible outcome. */
  fork(): State {
    const copy = this.subshell();
    spend(this.files.size);
    copy.files = new Map(this.files);
    copy.ended = this.ended;
    return copy;
  }

  /** Returns the state of a subshell. Both states share their files. */
  subshell(): State {
    spend(this.variables.size + this.functions.size + this.aliases.size + this.channels.size);
    const copy = new State(this.cwd, this.home, this.project, this.userHome, this.disk, this.start);
    copy.variables = new Map(this.variables);
    copy.exported = new Set(this.exported);
    copy.functions = new Map(this.functions);
    copy.aliases = new Map(this.aliases);
    copy.channels = new Map(this.channels);
    copy.files = this.files;
    copy.positional = this.positional;
    copy.locals = new Map(this.locals);
    copy.lastPipe = this.lastPipe;
    copy.fromList = this.fromList;
    copy.isTaken = this.isTaken;
    copy.isShown = this.isShown;
    copy.functionDepth = this.functionDepth;
    copy.calls = this.calls;
    copy.loopDepth = this.loopDepth;
    return copy;
  }

  /** Returns the same text for states that no later command can tell apart. */
  signature(): string {
    const texts = (values: readonly Arg[]) => values.map((value) => JSON.stringify(value)).join();
    const variables = [...this.variables].map(([name, { values, alias }]) => `${name}=${alias ?? texts(values)}`);
    const files = [...this.files].map(([path, content]) => `${path}=${JSON.stringify(content)}`);
    const channels = [...this.channels].map(([name, { to }]) => `${name}=${to}`);
    const names = [...this.functions.keys(), ...this.aliases.keys(), texts(this.positional)];
    const signature = [this.cwd, this.home, this.ended, ...variables.sort(), ...files.sort(), ...channels, ...names];
    const text = signature.join("\n");
    spend(10 * signature.length + text.length / 16);
    return text;
  }

  get(name: string): Variable | undefined {
    const variable = this.variables.get(name);
    if (variable?.alias !== undefined && variable.alias !== name) return this.variables.get(variable.alias);
    if (variable !== undefined) return variable;
    if (name === "HOME" && this.home !== undefined) return { values: [argOf(this.home)] };
    if (name === "PWD" && this.cwd !== undefined) return { values: [argOf(this.cwd)] };
    // Programs use /tmp if it is not set.
    if (name === "TMPDIR") return { values: [argOf("/tmp")] };
    if (name === "IFS") return { values: [argOf(" \t\n")] };
    return undefined;
  }

  set(name: string, values: readonly Arg[], isArray = false): void {
    const alias = this.variables.get(name)?.alias;
    const target = alias ?? name;
    this.variables.set(target, { values, isArray });
    if (target === "HOME") this.home = values[0]?.text;
  }
}
