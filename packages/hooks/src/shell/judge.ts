import { type Level, strictestOf } from "../level.js";
import { type Levels, levelsSchema, type ShellClass, type ShellFinding } from "./classes.js";
import { type CommandRule, levelAfterRules, stopRuleFor } from "./command-rules.js";
import { checkLength, giveUp, tooLargeBecause, unlessTooLarge, withinLimits } from "./limits.js";
import { Interpreter, quoted } from "./run/interpreter.js";
import { readByZsh } from "./run/other-shells.js";
import type { Copy } from "./run/shell.js";
import { UNKNOWN } from "./values/content.js";
import { State } from "./values/state.js";
import { cleaned, plain } from "./values/text.js";

export interface JudgeOptions {
  /** The absolute path of the folder that the command runs in, which is also the project. Default: a made-up folder. */
  readonly cwd?: string | undefined;
  /** The absolute path of the user's home. Default: a made-up folder, which contains the default `cwd`. */
  readonly home?: string | undefined;
  readonly levels?: Levels | undefined;
  /** Rules of the project. The first rule that matches a program decides on it. */
  readonly rules?: readonly CommandRule[] | undefined;
}

export interface Judgement {
  /** The strictest level of the findings, or `allow` if there are none. */
  readonly decision: Level;
  readonly findings: readonly ShellFinding[];
}

/** Used if the caller names no folder. */
const DEFAULT_HOME = "/home-of-the-user";
const DEFAULT_PROJECT = `${DEFAULT_HOME}/projects/project`;

/** Characters that turn the direction of what follows, so that a reader sees another text. */
const TURNS = /[\u202D\u202E]/;
const HIDDEN = "It has characters that turn text around, so that a reader sees another command. Write it without them.";

/** Made once, when a level is first checked. */
let schema: ReturnType<typeof levelsSchema> | undefined;

/**
 * Judges a shell command by parsing it and following its text: variables, folders, pipes, wrappers, and code that it
 * passes to other shells. Nothing runs and no file is read.
 *
 * Findings with the level `allow` are listed, too. Throws a `ZodError` for a level that does not exist.
 *
 * @example
 * judgeCommand("sudo rm -rf /").decision; // "deny"
 * judgeCommand("git reset --hard", { levels: { "loses-work": "ask" } }).decision; // "ask"
 */
export function judgeCommand(text: string, { levels = {}, ...options }: JudgeOptions = {}): Judgement {
  schema ??= levelsSchema();
  return judgeWithLevels(text, schema.parse(levels), options);
}

/** Like the function above, but with the level of every class. The levels are not checked again. */
export function judgeWithLevels(
  text: string,
  level: Readonly<Record<ShellClass, Level>>,
  { rules = [], ...place }: Omit<JudgeOptions, "levels"> & FilesPlace,
): Judgement {
  const judge = (): Judgement => {
    const { findings, runs, limit } = interpret(text, place);
    if (limit !== undefined) return tooLarge(limit);
    const decided = findings.map(({ words, ...finding }): ShellFinding => {
      const isFoundIn = (other: readonly string[]) => {
        const found = runInterpreter(other.map(quoted).join(" "), place);
        if (found.limit !== undefined) giveUp(found.limit);
        return found.findings.some(({ class: kind, rule }) => kind === finding.class && rule === finding.rule);
      };
      return {
        ...finding,
        level: levelAfterRules({ words, class: finding.class }, level[finding.class], rules, isFoundIn),
      };
    });
    const all = [...decided, ...ruleFindings(runs, rules)];
    return { decision: strictestOf(all.map((finding) => finding.level)), findings: all };
  };
  return withinLimits(() => unlessTooLarge(judge, tooLarge));
}

/** Whatever the levels and the rules of a project are, nobody has judged the command. */
function tooLarge(limit: string): Judgement {
  const reason = tooLargeBecause(limit);
  const finding = { class: "obfuscated", rule: "too-large", reason, level: "deny", command: "the command" } as const;
  return { decision: "deny", findings: [finding] };
}

/** Returns a finding for each program that a rule of the project asks about or denies. */
function ruleFindings(runs: Interpreter["runs"], rules: readonly CommandRule[]): readonly ShellFinding[] {
  return runs.flatMap((words) => {
    const rule = stopRuleFor(words, rules);
    if (rule === undefined) return [];
    const reason = rule.reason ?? `Your policy ${rule.level === "deny" ? "denies" : "asks before"} "${rule.command}".`;
    return [
      { class: "project-rule", rule: rule.command, reason, level: rule.level, command: words.join(" ") } as const,
    ];
  });
}

/**
 * Returns the programs that a command runs, in order, with their arguments after expansion. A wrapper comes before the
 * program that it starts. `…` stands for unknown text.
 *
 * @example programsOf("sudo rm -rf $HOME", { home: "/home/me" }); // [["sudo", "rm", "-rf", "/home/me"], ["rm", ...]]
 */
export function programsOf(
  text: string,
  { cwd, home }: Omit<JudgeOptions, "levels" | "rules"> = {},
): readonly (readonly string[])[] {
  return interpret(text, { cwd, home }).runs;
}

/** Returns why a command is not judged if it is too large, or `undefined`. */
export function whyTooLarge(text: string, place: FilesPlace): string | undefined {
  const { limit } = interpret(text, place);
  return limit && tooLargeBecause(limit);
}

/** The files that a command uses, as far as its text shows them. */
export interface CommandFiles {
  readonly files: readonly {
    readonly path: string;
    readonly access: "read" | "write";
    /** The file or the whole folder goes, or gives its place to something else. `unless-folder`: unless a folder is there. */
    readonly moves?: "always" | "unless-folder" | undefined;
  }[];
  /**
   * Files on the disk that name further files which the command writes, such as patches. `filesIn` returns them from the
   * text of such a file, or `undefined` if the text hides them. Without a path, the text is not known.
   */
  readonly lists: readonly {
    readonly path: string | undefined;
    filesIn(text: string): readonly string[] | undefined;
  }[];
  readonly copies: readonly Copy[];
  /** Whether the text does not show what a part of the command does, such as `"$TOOL" a.txt`. */
  readonly unresolved: boolean;
  /** Why the command is not judged, if it is too large: then files are missing. */
  readonly tooLarge?: string | undefined;
}

/** Where a command runs. */
export interface FilesPlace extends Pick<JudgeOptions, "cwd" | "home"> {
  /** Where the agent works. Default: `cwd`. */
  readonly project?: string | undefined;
  /** Whether a path leads into a folder, after following links. Without it, only texts are compared. */
  readonly isInside?: ((folder: string, path: string) => boolean) | undefined;
}

/**
 * Returns the files that a command reads and writes. Paths are absolute, but without `cwd`, paths below the command's
 * folder are relative to it. Paths may contain patterns, and `…` for unknown text.
 */
export function filesOf(text: string, place: FilesPlace): CommandFiles {
  const { cwd } = place;
  const { files, fileLists, copied, moved, findings, unresolved, limit } = interpret(text, place);
  const named = (path: string) => (cwd === undefined ? path.replace(`${DEFAULT_PROJECT}/`, "") : path);
  return {
    files: [...files].map(([path, access]) => ({ path: plain(named(path)), access, moves: moved.get(path) })),
    lists: fileLists.map(({ file, filesIn }) => ({
      path: file === undefined ? undefined : plain(named(file)),
      filesIn: (text) => filesIn(text)?.map((path) => plain(named(path))),
    })),
    copies: copied.map(({ from, to, ...copy }) => ({
      ...copy,
      from: from === undefined ? undefined : plain(named(from)),
      to: plain(named(to)),
    })),
    unresolved: unresolved || findings.some(({ class: kind }) => kind === "unknown"),
    tooLarge: limit && tooLargeBecause(limit),
  };
}

/** The last command: several hooks judge the same one. */
let last: { readonly key: string; readonly interpreter: Interpreter } | undefined;

function interpret(text: string, place: FilesPlace): Interpreter {
  const { cwd = null, home = null, project = cwd, isInside } = place;
  const key = JSON.stringify([text, cwd, home, project, isInside !== undefined]);
  if (last?.key === key) return last.interpreter;
  const interpreter = runInterpreter(text, place);
  // What a large command has reached depends on what was judged before.
  if (interpreter.limit === undefined) last = { key, interpreter };
  return interpreter;
}

function runInterpreter(text: string, { cwd, home = DEFAULT_HOME, project = cwd, isInside }: FilesPlace): Interpreter {
  const interpreter = new Interpreter();
  const paths = [cwd ?? DEFAULT_PROJECT, home, project ?? DEFAULT_PROJECT];
  const [folder, homeFolder, projectFolder] = paths.map((path) => path.replace(/(.)\/+$/, "$1"));
  const state = new State(folder, homeFolder, projectFolder, homeFolder, {
    isProjectKnown: project !== undefined,
    isInside,
  });
  const follow = () => {
    checkLength(text.length);
    if (TURNS.test(text)) {
      const found = { class: "obfuscated", rule: "hidden-characters", reason: HIDDEN } as const;
      interpreter.report({ name: "the command", args: [] }, found);
    }
    const command = cleaned(text).replace(/^[\s|&;]+/, "");
    // Which shell runs it is not known.
    const other = readByZsh(command);
    if (other !== undefined) interpreter.source(other, state.fork(), UNKNOWN);
    interpreter.source(command, state, UNKNOWN);
  };
  withinLimits(() =>
    unlessTooLarge(follow, (limit) => {
      interpreter.limit = limit;
    }),
  );
  return interpreter;
}
