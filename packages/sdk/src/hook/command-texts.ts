import { normalizedKey } from "./tool-arguments.js";

/** An argument that reaches a shell, with its texts. The words after a program have none: they are in those of the program. */
export interface CommandArgument {
  readonly name: string;
  readonly texts: readonly string[];
}

/** Names of arguments that define where, when or in which session a command runs. */
const PLACES = new Set([
  ...["cwd", "workdir", "workingdir", "workingdirectory", "dirpath"],
  ...["timeout", "timeoutms", "cronexpr", "background", "pty", "shellid", "sessionid", "jobid"],
]);
/**
 * Names of arguments that describe a call, such as Droid's and Cursor's explanations for the user, and the reminder of
 * PicoClaw's `cron`. A tool can also expect the command in one of them: it counts if no other argument has a command.
 */
const DESCRIPTIONS = new Set([
  ...["action", "type", "mode", "name", "description", "message", "recall"],
  ...["summary", "risklevel", "risklevelreason", "explanation", "requiredpermissions"],
]);
/** Names of arguments with a command, and with what a running command or an interpreter reads. */
const COMMAND = /(?:command|cmd|commandline|cmdline|script)s?$/;
const INPUT = /^(?:code|data|input|keys|line)$/;
const SEVERAL = /(?:command|cmd|script|line|step)s$/;
/** What a program gets, and the names of this program. */
const WORDS = /^(?:args?|argv|arguments|params|parameters)$/;
const PROGRAM = /(?:command|cmd)$|^(?:program|executable|binary|bin)$/;

/** Whether a text under the name of a description only describes the call. */
type Describes = (text: string) => boolean;

/** Returns the arguments of a shell call that reach a shell. */
export function commandArguments(args: Readonly<Record<string, unknown>>): CommandArgument[] {
  if (hasText(args, COMMAND)) return argumentsIn(args, () => true);
  // Next to an input, `write` is an action, and a text with spaces can be the command that reads the input.
  return argumentsIn(args, hasText(args, INPUT) ? (text) => !/\s/.test(text.trim()) : () => false);
}

/** Whether a list under this name has several commands. Any other list can be one command and its words. */
export function isCommandList(name: string, value: unknown): boolean {
  return Array.isArray(value) && SEVERAL.test(normalizedKey(name));
}

/** Returns a word as a shell reads it. */
export function quotedWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function argumentsIn(args: object, describes: Describes): CommandArgument[] {
  const entries = Object.entries(args).filter(([name]) => !PLACES.has(normalizedKey(name)));
  const words = entries.find(([name, value]) => WORDS.test(normalizedKey(name)) && isWords(value));
  const others = entries.filter((entry) => entry !== words && isText(entry[1]));
  const named = others.filter(([name]) => PROGRAM.test(normalizedKey(name)));
  const programs = words === undefined ? [] : named.length > 0 ? named : others;
  return entries.flatMap((entry) => {
    const [name, value] = entry;
    if (programs.includes(entry)) return [{ name, texts: withWords(String(value), words?.[1]) }];
    // An `argv` begins with the program.
    if (entry === words && named.length > 0 && normalizedKey(name) !== "argv") return [{ name, texts: [] }];
    if (DESCRIPTIONS.has(normalizedKey(name)) && isWords(value) && [value].flat().every(describes)) return [];
    const texts = textsOf(name, value, describes);
    return texts.length === 0 ? [] : [{ name, texts }];
  });
}

/** A tool can also ignore the words. */
function withWords(program: string, words: unknown): string[] {
  const readings = typeof words === "string" ? [words].filter(isText) : readingsOf(words as readonly string[]);
  const alone = readings.length === 0 || /\s/.test(program.trim()) ? [program] : [];
  return [...readings.map((reading) => `${program} ${reading}`), ...alone];
}

function textsOf(name: string, value: unknown, describes: Describes): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) return argumentsIn(value, describes).flatMap(({ texts }) => texts);
  if (!value.every((item) => typeof item === "string")) {
    return value.flatMap((item) => textsOf(name, item, describes));
  }
  if (isCommandList(name, value)) return value;
  return /\s/.test(value[0]?.trim() ?? "") ? [...value, ...readingsOf(value)] : readingsOf(value);
}

/**
 * Returns a program and its words as a command: as they run without a shell, and as they run if a tool joins them for a
 * shell, which sees variables, patterns and operators.
 */
function readingsOf(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const joined = words.map((word) => (/^[^\s'"\\`#()]+$/.test(word) ? word : quotedWord(word)));
  return [...new Set([words.map(quotedWord).join(" "), joined.join(" ")])];
}

/** Whether an argument with such a name, at any depth, has a text. */
function hasText(value: unknown, name: RegExp): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => hasText(inner, name) || (name.test(normalizedKey(key)) && hasAnyText(inner)),
  );
}

function hasAnyText(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasAnyText);
  return isText(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isWords(value: unknown): value is string | readonly string[] {
  return typeof value === "string" || (Array.isArray(value) && value.every((word) => typeof word === "string"));
}
