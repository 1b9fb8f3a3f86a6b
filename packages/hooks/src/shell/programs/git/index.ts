import { parseOptions } from "../../options.js";
import { noteOutputs } from "../../rules/output-options.js";
import { runText } from "../../run/run-text.js";
import type { Program, Result, Run } from "../../run/shell.js";
import { argOf, type Content, UNKNOWN } from "../../values/content.js";
import { absolute } from "../../values/paths.js";
import { isKnown, withoutPatterns } from "../../values/text.js";
import { branches } from "./branches.js";
import { code } from "./code.js";
import { history } from "./history.js";
import { patches } from "./patches.js";
import type { GitCommand, GitRun } from "./run.js";
import { readSecrets } from "./secrets.js";
import { noteOtherHooks, settings } from "./settings.js";
import { worktree } from "./worktree.js";

const COMMANDS: ReadonlyMap<string, GitCommand> = new Map(
  [branches, code, history, patches, settings, worktree].flatMap((commands) => Object.entries(commands)),
);

/** Commands that show changes of the repository as a patch: git puts the same into files without a patch, too. */
const SHOWS = /^(?:diff|format-patch|show|stash)$/;
/** Options, also shortened, and paths with which they show other text, or the same under other names. */
const MAY_SHOW_OTHERS = /^(?:--(?:no-i|fo|pr|src|dst|li|out|ext|text)|[/~]|\.\.\/)/;
const SHOWN: Content = { ...UNKNOWN, parts: [] };

/** Options before the command. */
const GLOBAL = {
  short: "Cc",
  values: ["git-dir", "work-tree", "namespace", "super-prefix", "config-env", "exec-path", "attr-source", "list-cmds"],
  flags: ["help", "version", "no-pager", "paginate", "bare", "no-replace-objects", "literal-pathspecs", "html-path"],
  stopAtOperand: true,
};
/** An alias cannot have the name of a command of git. */
const BUILT_IN =
  /^(?:add|am|apply|archive|bisect|blame|branch|bundle|cat-file|checkout|cherry-pick|clean|clone|commit|config|describe|diff|fetch|format-patch|gc|grep|init|log|ls-files|merge|mv|notes|pull|push|rebase|reflog|remote|reset|restore|revert|rm|show|stash|status|submodule|switch|tag|worktree)$/;
const MAX_ALIASES = 5;

export const git: Readonly<Record<string, Program>> = {
  git: (run) => start(run, 0),
};

function start(run: Run, aliases: number): Content | Result[] {
  const parsed = parseOptions(run.args, GLOBAL);
  const [command, ...args] = parsed.operands;
  if (command === undefined || parsed.has("help", "version")) return UNKNOWN;
  const config = new Map(parsed.valuesOf("c").map(({ text }) => entryOf(text)));
  const folder = parsed.value("C");
  const state = folder === undefined ? run.state : run.state.subshell();
  if (folder) state.cwd = absolute(withoutPatterns(folder.text), run.state);

  const name = command.text;
  const alias = BUILT_IN.test(name) ? undefined : config.get(`alias.${name.toLowerCase()}`);
  if (alias !== undefined && aliases < MAX_ALIASES) {
    const rest = args.map(({ text }) => text);
    if (alias.startsWith("!")) {
      return runText([alias.slice(1), ...rest].join(" "), { ...run, state }, run.stdin);
    }
    return start({ ...run, args: [...alias.split(/\s+/).map((word) => argOf(word)), ...args], state }, aliases + 1);
  }
  runConfigured(config, { ...run, state });
  const fromVariables = parsed.valuesOf("config-env").map(({ text }) => entryOf(text)[0]);
  noteOtherHooks([...config.keys(), ...fromVariables], { ...run, state });
  // `git reset -h` shows help. After `--`, nothing is an option.
  const until = args.findIndex(({ text }) => text === "--");
  const options = until < 0 ? args : args.slice(0, until);
  if (options.some(({ text }) => text === "--help" || text === "-h") && !takesHelpAsValue(options)) return UNKNOWN;
  const gitRun = { ...run, state, args, config, allArgs: run.args } satisfies GitRun;
  readSecrets(name, gitRun);
  COMMANDS.get(name)?.(gitRun);
  noteOutputs({ ...run, state, args }, { archive: "file", "format-patch": "folder" }[name] ?? "other");
  const isPlain = config.size === 0 && args.every(({ text }) => isKnown(text) && !MAY_SHOW_OTHERS.test(text));
  return isPlain && SHOWS.test(name) && !(name === "show" && args.some(({ text }) => text.includes(":")))
    ? SHOWN
    : UNKNOWN;
}

/** Settings and variables whose value is a command line. */
const COMMAND_SETTINGS =
  /^(?:core\.(?:sshcommand|pager|editor|fsmonitor)|sequence\.editor|diff\.external|credential\.helper|pager\.\w+)$/;
const COMMAND_VARIABLES = [
  "GIT_SSH_COMMAND",
  "GIT_PAGER",
  "PAGER",
  "GIT_EDITOR",
  "EDITOR",
  "GIT_EXTERNAL_DIFF",
  "GIT_SEQUENCE_EDITOR",
];

function runConfigured(config: ReadonlyMap<string, string>, { shell, state }: Run): void {
  const settings = [...config]
    .filter(([name]) => COMMAND_SETTINGS.test(name))
    .map(([, value]) => value.replace(/^!/, ""));
  const variables = COMMAND_VARIABLES.flatMap((name) => state.variables.get(name)?.values[0]?.text ?? []);
  for (const code of [...settings, ...variables]) runText(code, { shell, state });
}

/** Options of commands that take a value. */
const WITH_VALUE =
  /^--(?:replace-text|paths-from-file|mailmap|replace-message|repo|push-option|receive-pack|exec|onto|strategy|source|message|file|expire)$|^-[oXms]$/;

/** Whether `--help` is the value of another option, as in `git filter-repo --replace-text --help`. */
function takesHelpAsValue(options: readonly { text: string }[]): boolean {
  const at = options.findIndex(({ text }) => text === "--help");
  return WITH_VALUE.test(options[at - 1]?.text ?? "");
}

function entryOf(text: string): [string, string] {
  const [name = "", ...value] = text.split("=");
  return [name.toLowerCase(), value.join("=")];
}
