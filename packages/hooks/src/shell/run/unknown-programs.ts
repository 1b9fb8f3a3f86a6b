import { TABLE } from "../programs/table/index.js";
import { destroyingVerb, isForced } from "../rules/command-words.js";
import { namesOnly } from "../rules/guard-changes.js";
import { hasStatement, reportLoss } from "../rules/stored-data.js";
import { type Arg, argOf, EMPTY, type Marks, mergedMarks } from "../values/content.js";
import { runText } from "./run-text.js";
import type { Program, Run } from "./shell.js";

/** Programs whose words are names, texts or packages, and not other programs. */
const STARTS_NOTHING =
  /^(?:less|more|most|bat|batcat|diff|colordiff|vimdiff|info|whatis|help|history|complete|compgen|bind|enable|umask|jq|yq|make|just|task|cowsay|figlet|toilet|banner|notify-send|say|espeak|logger|wall|gum|dialog|whiptail|zenity|ssh-keygen|ssh-add|ssh-copy-id)$/;
/** They change packages of this machine, which can be installed again, and the words after a verb are packages. */
const PACKAGE_MANAGERS =
  /^(?:apt|apt-get|aptitude|nala|dpkg|dnf|yum|rpm|apk|pacman|yay|paru|zypper|emerge|xbps-\w+|brew|port|snap|flatpak|choco|scoop|winget|pip\d?|pipx|conda|mamba|micromamba|easy_install|composer|go|rustup|asdf|nvm|fnm|volta|sdk|rbenv|pyenv|opam|cabal|stack|luarocks|nix-env|cargo|gem|npm|pod)$/;
const STARTS = /^(?:run|exec|x)$/;

/** Words that are programs, but far more often subcommands, names or targets. They count only where a program must be. */
const ORDINARY =
  /^(?:cd|pushd|popd|exit|return|break|continue|export|declare|let|typeset|readonly|local|unset|set|shift|shopt|alias|hash|read|mapfile|readarray|trap|which|source|\.|:|true|false|pwd|echo|printf|cp|mv|ln|install|sort|uniq|split|csplit|patch|time|test|watch|host|fetch|http|https|mail|script|screen|kill|init|telinit|halt|reboot|shutdown|poweroff|at|batch|arch|pass|op|security|format|wipe|scrub|render|console|migrate|hub|pod|kind|age|copilot|flux|tea|clean|command|exec|builtin|coproc|node|part|ed|ex|vi|head|tail|rails|flask|atlas|stack|goose|gel|sam|nats|stripe|consul)$/;
/** After these, a program must follow. */
const MARKER =
  /^(?:--|run|exec|x|spawn|--?(?:exec|exec-batch|X|x|e|c|cmd|command|run|shell|eval|script|hook|then|on-\w+))$/;
/** Options whose value is a text for people. */
const MESSAGE =
  /^--?(?:m|message|msg|title|body|description|desc|subject|comment|note|notes|text|label|summary|name|prompt|p|query|q|filter|pattern|grep)$/;

/**
 * Judges a program by its words if nothing is known of it: another program among them with what follows it, a text that is a
 * command line, and a verb of destruction, above all with an option that skips questions. Returns what its output may be.
 */
export function judgeByWords(run: Run, programs: ReadonlyMap<string, Program>): Marks {
  if (run.args.length === 0 || STARTS_NOTHING.test(run.name) || namesOnly(run.args, run.name, 0)) return {};
  if (PACKAGE_MANAGERS.test(run.name) && !STARTS.test(run.args.find(({ text }) => !text.startsWith("-"))?.text ?? ""))
    return {};
  const isProgram = (name: string) =>
    programs.has(name) || TABLE.has(name) || (/\d$/.test(name) && programs.has(name.replace(/[\d.]+$/, "")));
  const started = run.args.flatMap((arg, at) => (isStarted(arg, run.args[at - 1], isProgram) ? at : []));
  const results = started.flatMap((at) => run.shell.command(run.args.slice(at), run.state.fork(), EMPTY));

  const texts = run.args.flatMap((arg, at) => textIn(arg, run.args[at - 1]));
  const commands = texts.filter((text) => isCommandLine(text, isProgram));
  for (const text of commands)
    results.push(...runText(text.replace(/^\s*(?:shell|spawn|!)\s+/, ""), { ...run, state: run.state.fork() }));
  const marks = mergedMarks(results.map(({ out }) => out));

  if (TABLE.has(run.name)) return marks;
  const skipsQuestion = isForced(run.args, ALWAYS_FORCED) || run.args.at(-1)?.text === "-f";
  // The names of commands of PowerShell begin with a verb: `Remove-AzVM -Force`.
  const words = /^[a-z]+-[a-z]+$/.test(run.name) ? [argOf(run.name), ...run.args] : run.args;
  // Without such an option, the verb must be plain, and be about something.
  const isAbout = words.filter(({ text }) => !text.startsWith("-")).length > 1;
  const verb = skipsQuestion
    ? destroyingVerb(words, RESETS)
    : isAbout
      ? destroyingVerb(words, NO_MORE, "plain")
      : undefined;
  if (verb !== undefined || texts.some(hasStatement)) reportLoss(run, "asks");
  return marks;
}

const RESETS = new Set(["reset", "prune", "uninstall"]);
const NO_MORE: ReadonlySet<string> = new Set();
/** In an unknown program, other letters can mean anything. */
const ALWAYS_FORCED =
  /^(?:-y|--yes(?:-.*)?|--assume-?yes|--force(?:-.*)?|-?-auto-?approve|--no-?input|--no-?interaction|--non-?interactive|--no-?confirm(?:ation)?|--no-?prompts?|--confirm|--skip-confirm.*|--accept-.*|-force|-confirm:.*)$/i;

function isStarted({ text }: Arg, before: Arg | undefined, isProgram: (name: string) => boolean): boolean {
  if (!/^(?:(?:\/usr)?(?:\/local)?\/s?bin\/)?[\w.-]+$/.test(text)) return false;
  const name = text.split("/").at(-1)?.toLowerCase() ?? "";
  if (!isProgram(name)) return false;
  return !ORDINARY.test(name) || (before !== undefined && MARKER.test(before.text));
}

/** Returns the text with spaces in an argument, unless it is for people. */
function textIn({ text }: Arg, before: Arg | undefined): readonly string[] {
  const [, option, value = ""] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? [];
  const isForPeople = MESSAGE.test(option ?? before?.text ?? "");
  const written = option === undefined ? text : value;
  if (isForPeople || !/\S\s+\S/.test(written) || /^\s*[{[<]/.test(written)) return [];
  return [written];
}

/** What comes before a program in a text: variables, and words of other languages that start one. */
const STARTS_ONE = /^(?:(?:\w+=\S*|shell|spawn|!|exec)\s+)+/;

function isCommandLine(text: string, isProgram: (name: string) => boolean): boolean {
  const [first = ""] = text.trim().replace(STARTS_ONE, "").split(/\s+/);
  return isProgram(first.split("/").at(-1)?.toLowerCase() ?? "") || /[;&|]/.test(text);
}
