import type { Arg } from "../values/content.js";

/** Verbs that destroy, wherever they are in a word such as `batch-delete-image` or `db:drop`. */
const DESTROYS = new Set(["delete", "destroy", "terminate", "purge", "drop"]);
/** Verbs that destroy if a word begins or ends with them, or is one. */
const REMOVES = new Set(
  "wipe erase remove rm rb del nuke teardown deprovision decommission deregister truncate undefine unregister unpublish".split(
    " ",
  ),
);
/** After these, a verb is the name of something. */
const SHOWS = new Set("list ls describe show get help inspect status diff info view version wait".split(" "));
/** What is deleted after these is a setting or a copy on this machine. */
const LOCAL = new Set(
  "config configure configuration configurations context contexts alias aliases extension extensions plugin plugins cache completion auth".split(
    " ",
  ),
);
/** The verb of a command comes early. Names follow. */
const MAX_WORDS = 5;

/** Returns the word with the verb of a command that deletes, or `undefined`. `plain`: only a verb such as `delete`. */
export function destroyingVerb(
  args: readonly Arg[],
  more: ReadonlySet<string> = new Set(),
  which: "any" | "plain" = "any",
): string | undefined {
  // A word after an option can be its value.
  const isValue = (at: number) => which === "plain" && /^-[^=]*$/.test(args[at - 1]?.text ?? "");
  const words = args.filter(({ text }, at) => !text.startsWith("-") && !isValue(at)).slice(0, MAX_WORDS);
  for (const { text } of words) {
    const word = text.toLowerCase();
    // A path, a sentence or an assignment.
    if (/[/\s=]/.test(word)) continue;
    const parts = word.split(/[-:_.]/);
    if (LOCAL.has(word) || SHOWS.has(parts[0] ?? "")) return undefined;
    const isRemoval = [parts[0], parts.at(-1)].some(
      (part) => part !== undefined && (REMOVES.has(part) || more.has(part)),
    );
    if ((isRemoval && which === "any") || parts.some((part) => DESTROYS.has(part))) return text;
  }
  return undefined;
}

/**
 * Whether a command has these words in this order: `compose down -v|--volumes`. Options between them are skipped, each with
 * the word after it. An option can be anywhere, also among other letters.
 */
export function hasWords(args: readonly Arg[], command: string): boolean {
  const wanted = command.split(" ").filter((word) => word !== "");
  const isGiven = (option: string) => args.some(({ text }) => option.split("|").some((name) => isOption(text, name)));
  if (!wanted.filter((word) => word.startsWith("-")).every(isGiven)) return false;
  const texts = args.map(({ text }) => text.toLowerCase());
  const isSkipped = (at: number) => texts[at]?.startsWith("-") || texts[at - 1]?.startsWith("-");
  let starts = new Set([0]);
  for (const alternatives of wanted.filter((word) => !word.startsWith("-"))) {
    const ends = new Set<number>();
    texts.forEach((text, at) => {
      if (!starts.has(at)) return;
      if (alternatives.split("|").some((word) => isWord(text, word))) ends.add(at + 1);
      if (isSkipped(at)) starts.add(at + 1);
    });
    starts = ends;
  }
  return starts.size > 0;
}

/** `pods` is also the first word of `pods/web` and `pods,jobs`, and `db:*` that of `db:seed`. */
function isWord(text: string, word: string): boolean {
  if (word === "*") return !text.startsWith("-");
  if (word.startsWith("*")) return text.endsWith(word.slice(1));
  if (word.endsWith("*")) return text.startsWith(word.slice(0, -1));
  return text === word || text.startsWith(`${word}/`) || text.startsWith(`${word},`);
}

function isOption(text: string, name: string): boolean {
  if (text === name || text.startsWith(`${name}=`)) return true;
  return /^-\w$/.test(name) && /^-\w+$/.test(text) && text.includes(name.slice(1));
}

/** Options that skip a question, as most programs call them. */
const FORCED =
  /^(?:-[yfq]+|--yes(?:-.*)?|--assume-?yes|--force(?:-.*)?|--quiet|-?-auto-?approve|--approve|--no-?input|--no-?interaction|--non-?interactive|--no-?confirm(?:ation)?|--no-?prompts?|--confirm|--skip-.*|--accept-.*|--really.*|--batch|--unattended|--all|--all-.*)$/i;

/** Whether an option skips a question. */
export function isForced(args: readonly Arg[], forced = FORCED): boolean {
  return args.some(({ text }) => forced.test(text.split("=")[0] ?? ""));
}

/** Options with which a program only shows what it would do. */
const DRY = /^-{1,2}(?:dry-?run|pretend|simulate|what-?if|no-?act|just-print|generate-cli-skeleton|no-?dry-?run)$/i;
const HELP = /^(?:--help|-help|-\?|--usage)$/;
const OFF = /^(?:false|no|none|0|off)$/i;

/**
 * Whether a command only shows help, a version, or what it would do. A word after another option can be its value, so only
 * one after a word, a switch such as `--force` or an option with a value counts.
 */
export function changesNothing(args: readonly Arg[]): boolean {
  // What follows belongs to another program.
  const end = args.findIndex(({ text }) => text === "--" || STARTS_ANOTHER.test(text));
  const texts = (end < 0 ? args : args.slice(0, end)).map(({ text }) => text);
  if (/^(?:help|version|--version|-version|-V)$/.test(texts[0] ?? "") || texts.at(-1) === "help") return true;
  const isFree = (at: number) =>
    at === 0 || !texts[at - 1]?.startsWith("-") || /=/.test(texts[at - 1] ?? "") || SWITCH.test(texts[at - 1] ?? "");
  if (texts.some((text, at) => (HELP.test(text) || (text === "-h" && at === texts.length - 1)) && isFree(at)))
    return true;
  const dry = texts.findLastIndex((text) => DRY.test(text.split("=")[0] ?? ""));
  const [name = "", value = ""] = texts[dry]?.split("=") ?? [];
  return dry >= 0 && isFree(dry) && !/^-{1,2}no-?dry/i.test(name) && !OFF.test(value);
}

const STARTS_ANOTHER = /^(?:run|exec|x|ssh|shell|console|start|call|eval)$/;

/** Options without a value, in any program. */
const SWITCH =
  /^(?:-[a-zA-Z]{2,}|-[yfqrRvdx]|--(?:yes|force|quiet|verbose|debug|recursive|all|volumes|no-[\w-]+|auto-approve|wait|now|delete))$/;

/** Returns the arguments without the options that are switched off, such as `--volumes=false`. */
export function withoutOff(args: readonly Arg[]): readonly Arg[] {
  return args.filter(({ text }) => !(text.startsWith("-") && OFF_OPTION.test(text)));
}

const OFF_OPTION = /^--?[\w-]+=(?:false|no|off)$/i;
