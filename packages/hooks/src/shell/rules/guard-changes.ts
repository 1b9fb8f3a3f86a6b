import { MACHINES, type MachineFacts } from "@agent-hook/sdk/internal/machines";
import { spend } from "../limits.js";
import { parseGiven, parseOptions } from "../options.js";
import type { Run } from "../run/shell.js";
import type { Arg } from "../values/content.js";
import type { State } from "../values/state.js";
import { canMatch, HOLE, hasPattern, isKnown, withoutPatterns } from "../values/text.js";
import { startsElsewhere } from "./started-elsewhere.js";

/** A program that can change, leave out or replace what guards an agent. Without `harmless`, only its `options` count. */
type Guarded = Omit<MachineFacts, "shellMarks" | "processes" | "notSettings" | "secrets" | "definitions" | "harmless"> &
  Partial<Pick<MachineFacts, "harmless">>;

/** Our own program. What is not listed only reads. */
const AGENT_HOOK: Guarded = {
  settings: ["~/.config/agent-hook"],
  movedBy: {},
  writes: ["--out", "--log"],
  worksIn: [],
  projectSettings: "none",
  programs: ["agent-hook"],
  packages: ["agent-hook", "@agent-hook/cli"],
  options: { "--write": true },
  variables: {},
  prefix: "",
  commands: ["add", "remove", "undo"],
  reads: [],
};

/** It overwrites the source of a hook. */
const CREATE_AGENT_HOOK: Guarded = {
  ...AGENT_HOOK,
  programs: ["create-agent-hook"],
  packages: ["create-agent-hook"],
  options: { "--force": true },
  commands: [],
};

const ALL: readonly Guarded[] = [AGENT_HOOK, CREATE_AGENT_HOOK, ...Object.values(MACHINES)];

/** The work of a look at a word. */
const WORD = 10;

/** By the first word of the program. */
const BY_NAME = new Map<string, Guarded[]>();
for (const guarded of ALL) {
  for (const program of guarded.programs) {
    const [name = ""] = program.split(" ");
    BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), guarded]);
  }
}
const BY_PACKAGE = new Map(ALL.flatMap((guarded) => guarded.packages.map((name) => [name, guarded] as const)));

const PACKAGE = [...BY_PACKAGE.keys()].map((name) => name.replaceAll(/[/.-]/g, "\\$&")).join("|");
/** A package as installers name it, with or without a version, and a file of it. */
const PACKAGE_IN = new RegExp(
  `^(?:npm:)?(?<spec>${PACKAGE})(?:[@#].*)?$|node_modules/(?<installed>${PACKAGE})/|(?:^|/)(?<built>${PACKAGE})/(?:bin|dist|bundle|packages)/`,
);

/** Programs whose arguments name other programs, but do not start them. */
const STARTS_NOTHING =
  /^(?:ls|l[al]|dir|stat|file|test|\[|\[\[|touch|mkdir|rmdir|readlink|realpath|dirname|basename|du|df|which|whereis|type|man|tldr|apropos|wc|trash|eza|exa|lsof|[efz]?grep|rg|ag|ack|pgrep|pkill|killall|pidof|docker-compose|brew|apt|apt-get|pip\d?|code)$/;

/** Subcommands of package managers whose words are packages. */
const INSTALLS =
  /^(?:i|install|add|remove|rm|uninstall|un|update|up|upgrade|link|unlink|view|info|why|outdated|audit|ls|list|publish|pack|patch|rebuild)$/;
const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;

/** Names that other programs and services have, too: they count only where the shell looks for a program. */
const COMMON_NAMES = new Set(["agent"]);

/**
 * Notes a command that removes, replaces or leaves out a guard as a write of the settings that it is about: our own commands
 * that write, and the options, variables and subcommands of hosts. `startsOthers`: the program may start the words after it,
 * as `npx` and programs without a rule may.
 */
export function noteGuardChanges(argv: readonly Arg[], run: Run, startsOthers: boolean): void {
  if (KILLS_BY_PATTERN.test(run.name)) noteKilledGuard(argv, run);
  const places = startsOthers && !namesOnly(argv, run.name) ? argv.length : 1;
  const created = createdIn(argv);
  const started = startedIn(argv, run.name);
  for (let at = 0; at < places; at++) {
    const word = argv[at] as Arg;
    for (const guarded of programsIn(at === created ? `create-${word.text}` : word.text, at)) {
      // Each word can be a program, with all words after it.
      spend(WORD * (argv.length - at));
      const words = withoutSubcommand(argumentsFrom(argv, at, run.name), guarded);
      if (words === undefined) continue;
      noteWrittenFiles(words, guarded, run);
      // Any other word can be a folder, a package or the value of an option.
      const isProgram = at === 0 || at === started || at === created;
      const isStarted = isProgram || isPackage(word.text);
      const isElsewhere = isProgram && startsElsewhere(words, guarded, run.state);
      if (!isElsewhere && !changesGuard(words, guarded, run.state, isStarted)) continue;
      const [settings = ""] = guarded.settings;
      run.shell.changesSettings(settings.replace(/^~/, run.state.userHome ?? "~"), run);
    }
  }
}

/** Returns the index of the program that a package manager starts without a verb, as in `yarn workspace a NAME`, or -1. */
function startedIn(argv: readonly Arg[], name: string): number {
  if (!MANAGERS.test(name)) return -1;
  const spec = { short: "CFw", values: ["filter", "dir", "cwd", "prefix", "workspace"], stopAtOperand: true };
  const [first, ...more] = parseOptions(argv.slice(1), spec).operands;
  if (first === undefined) return -1;
  const skipped =
    first.text === "workspace"
      ? 2
      : /^(?:exec|dlx|x)$/.test(first.text) || (name !== "npm" && first.text === "run")
        ? 1
        : 0;
  return argv.length - 1 - more.length + skipped;
}

/** Returns a program and its arguments, without the `--` with which npm ends its own options, wherever that is. */
function argumentsFrom(argv: readonly Arg[], at: number, name: string): readonly Arg[] {
  const words = argv.slice(at);
  const own = MANAGERS.test(name) ? words.findIndex(({ text }) => text === "--") : -1;
  return own < 0 ? words : words.toSpliced(own, 1);
}

const KILLS_BY_PATTERN = /^(?:pkill|killall)$/;
/** What repeats a part of a pattern. Many of these take long, as does one after a group or a reference to one. */
const REPEATS = /[*+{?]/g;
const MAX_REPEATS = 3;
const COSTLY = /\)[*+{]|\\[1-9k]/;
/** What the command lines of our launchers and of no other program have in them. */
const OWN_COMMAND_LINE = "/agent-hook/guard.sh block PreToolUse /agent-hook/hook.cjs /agent-hook/policy.yaml";

/** Notes a command that ends our launchers by a pattern: a host may take their end for an approval. */
function noteKilledGuard(argv: readonly Arg[], run: Run): void {
  const { operands, has } = parseOptions(argv.slice(1), { short: "uUgGPsFt", values: ["signal", "uid", "euid"] });
  const isByCommandLine = has("f", "full", "r", "regexp");
  if (isByCommandLine && operands.some(({ text }) => matchesOwn(text)))
    run.shell.changesSettings(`${run.state.userHome ?? "~"}/.config/agent-hook`, run);
}

function matchesOwn(pattern: string): boolean {
  try {
    if (!isKnown(pattern)) return false;
    const isCostly = COSTLY.test(pattern) || (pattern.match(REPEATS)?.length ?? 0) > MAX_REPEATS;
    return isCostly || new RegExp(pattern).test(OWN_COMMAND_LINE);
  } catch {
    return false;
  }
}

/** Returns the index of the name after `npm create`, which starts the package `create-NAME`, or -1. */
function createdIn(argv: readonly Arg[]): number {
  const verb = argv.findIndex(({ text }) => /^(?:create|init|innit)$/.test(text));
  return verb < 0 ? -1 : argv.findIndex(({ text }, index) => index > verb && !text.startsWith("-"));
}

/** Notes the files that options name, such as the recording of `agent-hook trace`. */
function noteWrittenFiles(words: readonly Arg[], guarded: Guarded, run: Run): void {
  const end = words.findIndex(({ text }, index) => text === "--" && index > 1);
  const { operands, given, has } = parseGiven(words.slice(1, end < 0 ? undefined : end), guarded.writes);
  const updated = guarded === AGENT_HOOK && has("update") ? operands.slice(1) : [];
  for (const { text } of [...given, ...updated]) run.shell.changes(text, run);
}

/** Whether the words after a program are names, and not another program with its arguments. They begin at `first`. */
export function namesOnly(words: readonly Arg[], name: string, first = 1): boolean {
  if (STARTS_NOTHING.test(name)) return true;
  const verb = words.find(({ text }, at) => at >= first && !text.startsWith("-"))?.text ?? "";
  return MANAGERS.test(name) && INSTALLS.test(verb);
}

/** Returns the programs that a word can stand for. */
function programsIn(text: string, at: number): readonly Guarded[] {
  const name = nameIn(text);
  const isHere = at === 0 || (!COMMON_NAMES.has(name) && IS_PROGRAM.test(text));
  const known = isHere ? BY_NAME.get(name) : undefined;
  if (known !== undefined) return known;
  if (at === 0 && hasPattern(name)) return [...BY_NAME].flatMap(([other, all]) => (canMatch(name, other) ? all : []));
  const found = BY_PACKAGE.get(packageIn(text) ?? "");
  return found === undefined ? [] : [found];
}

/** A name, or a path as installers make it. Any other path is more often a folder of this name. */
const IS_PROGRAM = /^[^/]*$|(?:^|\/)\.?bin\/[^/]*$/;

function packageIn(text: string): string | undefined {
  const { spec, installed, built } = PACKAGE_IN.exec(withoutPatterns(text).toLowerCase())?.groups ?? {};
  return spec ?? installed ?? built;
}

/** Whether a word can only be one of the packages: its name is not also that of the program. */
function isPackage(text: string): boolean {
  const found = packageIn(text);
  return found !== undefined && (found.includes("/") || text.includes("/"));
}

/** Returns the name of a program, for example `codex` for `codex@latest`, `codex-1.0.0.tgz`, `bin/codex.js` and `codex.exe`. */
function nameIn(text: string): string {
  const last = text.replace(/^\\/, "").split("/").at(-1) ?? "";
  return last
    .toLowerCase()
    .replace(/^npm:/, "")
    .replace(/(?<=.)[@#].*$/, "")
    .replace(/-\d[^/]*\.(?:tgz|tar\.gz)$|\.(?:exe|cmd|bat|ps1|[cm]?[jt]s)$/, "");
}

/** Returns the program and its arguments. `undefined` if the host is the subcommand of a program, and this is another one. */
function withoutSubcommand(words: readonly Arg[], { programs }: Guarded): readonly Arg[] | undefined {
  const name = nameIn(words[0]?.text ?? "");
  const subcommands = programs
    .filter((program) => program.startsWith(`${name} `))
    .map((program) => program.split(" ")[1]);
  if (subcommands.length === 0) return words;
  const isOption = (index: number) => words[index]?.text.startsWith("-") === true;
  const at = words.findIndex((_, index) => index > 0 && !isOption(index) && !(index > 1 && isOption(index - 1)));
  return subcommands.includes(words[at]?.text) ? words.slice(at) : undefined;
}

function changesGuard(words: readonly Arg[], guarded: Guarded, state: State, isStarted: boolean): boolean {
  // What follows it is never an option of the program.
  const end = words.findIndex(({ text }, index) => text === "--" && index > 0);
  const own = end < 0 || guarded === CREATE_AGENT_HOOK ? words : words.slice(0, end);
  if (isHelp(own)) return false;
  if (guarded === AGENT_HOOK && isUndoShown(own)) return false;
  const isAny = (commands: readonly string[]) =>
    commands.some((command) => hasCommand(own, command.split(" "), guarded));
  if (isStarted && hasVariable(state, guarded)) return true;
  if (isAny(guarded.commands)) return !isAny(guarded.reads);
  if (guarded.takesPrompt === false && own[1]?.text.startsWith("-") === false) return false;
  return hasSwitch(own.slice(1), guarded, isStarted);
}

/** Whether the first option asks for help. As a later option, it could be the value of another one. */
function isHelp(words: readonly Arg[]): boolean {
  const at = words.findIndex(({ text }, index) => index > 0 && text.startsWith("-"));
  // Some parsers take the next word as the value of any option.
  return /^(?:--help|-h)$/.test(words[at]?.text ?? "") && words[at + 1]?.text !== "false";
}

/** `undo` with these options changes nothing. */
function isUndoShown(words: readonly Arg[]): boolean {
  const texts = words.map(({ text }) => text);
  return hasCommand(words, ["undo"], AGENT_HOOK) && (texts.includes("--list") || texts.includes("--dry-run"));
}

/** What an option is called that leaves out hooks or approvals, or brings other settings. */
const LEAVES_OUT =
  /^--?(?=.*(?:bare|yolo|danger|bypass|skip|safe|trust|permission|approv|allow|auto|sandbox|hook|setting|plugin|mcp|pure))/i;

/**
 * Whether an option leaves out hooks or approvals. Also if it is switched off, for example by `=false`: for an option with a
 * value, this is the name of a file.
 */
function hasSwitch(args: readonly Arg[], { options, harmless }: Guarded, isStarted: boolean): boolean {
  return args.some((arg, at) => {
    // Flags that somebody decoded are not for a reader.
    if (arg.decoded && arg.text.startsWith(HOLE)) return true;
    if (!/^-(?!-?$)/.test(arg.text)) return false;
    const [written = "", ...rest] = arg.text.split("=");
    const attached = rest.length > 0 ? rest.join("=") : undefined;
    const next = args[at + 1]?.text ?? "";
    for (const [option, values] of Object.entries(options)) {
      const given = valuesGiven(written, attached, option, values !== true);
      if (given === undefined) continue;
      if (values === true) return true;
      if (values instanceof RegExp) return isOneOf(given ?? next, values);
      return (given === null ? valuesAfter(args, at) : [given]).some((value) => isOneOf(value, values.any));
    }
    if (harmless === undefined || isHarmless(written, harmless)) return false;
    return isStarted || LEAVES_OUT.test(written);
  });
}

/** Whether an option, or each of several letters after a dash, is in a list. */
function isHarmless(written: string, harmless: readonly string[]): boolean {
  if (written.startsWith("--")) return harmless.includes(kebab(written)) || harmless.includes(written.slice(1));
  return [...written.slice(1)].every((letter) => harmless.includes(`-${letter}`));
}

/** Some parsers accept `--approvalMode` for `--approval-mode`. */
function kebab(option: string): string {
  return isKnown(option) ? option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : option;
}

/** Returns the value that is attached to an option, `null` if none is, or `undefined` if a word does not give the option. */
function valuesGiven(
  written: string,
  attached: string | undefined,
  option: string,
  hasValue: boolean,
): string | null | undefined {
  if (option.startsWith("--")) {
    return canMatch(kebab(written), option) ? (attached ?? null) : undefined;
  }
  const letter = option.slice(1);
  // Some parsers accept `--y` for `-y`.
  if (written === option || written === `-${option}` || written === `-${HOLE}`) return attached ?? null;
  if (hasValue) return written.startsWith(option) ? [written.slice(2), attached].filter(Boolean).join("=") : undefined;
  return /^-[a-z]+$/i.test(written) && written.includes(letter) ? (attached ?? null) : undefined;
}

/** Returns the words after an option that can be its values. */
function valuesAfter(args: readonly Arg[], at: number): readonly string[] {
  const rest = args.slice(at + 1).map(({ text }) => text);
  const end = rest.findIndex((text, index) => index > 0 && text.startsWith("-"));
  return end < 0 ? rest : rest.slice(0, end);
}

function isOneOf(value: string, values: RegExp): boolean {
  return value.startsWith(HOLE) || values.test(withoutPatterns(value));
}

/** Values that switch a variable off. */
const OFF = /^(?:false|0|no|off)$/i;
/** Keys, names of models and limits leave out no hook. */
const HARMLESS_VARIABLE =
  /_(?:(?:API_)?KEY|TOKEN|MODEL|BASE_URL|PROVIDER|DEBUG|LOG|LOG_LEVEL|EFFORT|MAX_\w+|\w*TIMEOUT\w*)$/;

/** Whether the command itself sets a variable that the host reads, or gives it another home with other settings. */
function hasVariable({ variables, userHome }: State, guarded: Guarded): boolean {
  const textOf = (name: string) => variables.get(name)?.values[0]?.text;
  const home = textOf("HOME");
  if (guarded !== AGENT_HOOK && home !== undefined && home !== userHome) return true;
  const isSwitch = (name: string) =>
    guarded.prefix !== "" && name.startsWith(guarded.prefix) && !HARMLESS_VARIABLE.test(name);
  return [...variables.keys()].some((name) => {
    const value = textOf(name);
    if (value === undefined || value === "") return false;
    if (name in guarded.movedBy) return true;
    const values = guarded.variables[name] ?? (isSwitch(name) || undefined);
    if (values === undefined || OFF.test(value)) return false;
    return values === true || isOneOf(value, values instanceof RegExp ? values : values.any);
  });
}

/** Whether the words of a subcommand follow the program. Options between them are skipped, each with the word after it. */
function hasCommand(words: readonly Arg[], command: readonly string[], guarded: Guarded): boolean {
  const isOption = (index: number) => words[index]?.text.startsWith("-") === true;
  const fits = (alternatives: string, { text }: Arg, at: number) => {
    // The first unknown word is most often the prompt of an agent, but our program has none.
    if (text.startsWith(HOLE)) return at > 0 || guarded === AGENT_HOOK;
    return alternatives.split("|").some((word) => (word === "*" ? !text.startsWith("-") : canMatch(text, word)));
  };
  let starts = new Set([1]);
  command.forEach((alternatives, step) => {
    const ends = new Set<number>();
    words.forEach((word, index) => {
      if (!starts.has(index)) return;
      if (fits(alternatives, word, step)) ends.add(index + 1);
      if (isOption(index) || (index > 1 && isOption(index - 1))) starts.add(index + 1);
    });
    starts = ends;
  });
  return starts.size > 0;
}
