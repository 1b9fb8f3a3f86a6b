import { giveUp, TOO_DEEP } from "../limits.js";
import { parseOptions } from "../options.js";
import { TABLE } from "../programs/table/index.js";
import { wrappers } from "../programs/wrappers.js";
import { judgeOrigin } from "../rules/code-origin.js";
import { judgeDeletion } from "../rules/deletions.js";
import { noteGuardChanges } from "../rules/guard-changes.js";
import { judgeHosts } from "../rules/hosts.js";
import { noteOutputs } from "../rules/output-options.js";
import { readsOperands } from "../rules/readers.js";
import { judgeRow } from "../rules/stored-data.js";
import { type Arg, argOf, type Content, contentOf, EMPTY, mergedMarks, UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";
import type { State } from "../values/state.js";
import { canMatch, hasPattern, isKnown, plain } from "../values/text.js";
import { ended } from "./compound.js";
import type { Program, Result, Run, Shell } from "./shell.js";
import { judgeByWords } from "./unknown-programs.js";

const STATUS: Readonly<Record<string, boolean>> = { true: true, ":": true, false: false };

/** A function that calls itself to a greater depth is not followed: all of its branches were judged before. */
const MAX_OWN_DEPTH = 6;
/** Functions that call each other to a greater depth are too deep to judge. */
const MAX_CALL_DEPTH = 40;

/** Builtins that `alias` and `hash -p` do not replace. */
const BUILT_IN =
  /^(?:\.|:|\[|alias|cd|command|declare|echo|eval|exec|exit|export|false|kill|printf|pwd|read|set|source|test|trap|true|type|unset|wait)$/;

/** Programs with a rule of their own that start the words after them. */
const STARTS_OTHERS = new Set([...Object.keys(wrappers), "node", "bun", "deno", "doppler", "op"]);

type Programs = ReadonlyMap<string, Program>;

/** Runs a program whose words are expanded. */
export function runCommand(
  argv: readonly Arg[],
  state: State,
  stdin: Content,
  shell: Shell,
  programs: Programs,
): Result[] {
  const [first, ...args] = argv;
  if (first === undefined) return [{ state, out: EMPTY, ok: true }];
  const word = plain(first.text).replace(/^\\/, "");
  const file = word.includes("/") ? absolute(word, state) : undefined;
  const replaced = state.aliases.get(file ?? word) ?? state.aliases.get(word);
  // Most shells that run a command line do not expand aliases, so the program itself is judged, too.
  if (replaced !== undefined && !BUILT_IN.test(word)) runAlias(word, replaced, args, state, stdin, shell);
  const run: Run = { name: nameOf(word), args, state, stdin, shell };
  judgeOrigin(first, run);
  judgeHosts(run);
  noteGuardChanges(argv, run, STARTS_OTHERS.has(run.name) || !isKnownProgram(run.name, programs));
  if (!isKnown(first.text)) return unresolved(run);
  if (hasPattern(first.text)) return patternNamed(first, args, run, programs);

  const body = state.functions.get(word);
  if (body !== undefined) return callFunction(body, args, state, stdin, shell);
  const content = file === undefined ? undefined : state.files.get(file);
  if (content !== undefined && (content.remote || content.decoded)) return runFile(content, run);
  const program = programs.get(run.name) ?? programs.get(versionless(run.name));
  const row = TABLE.get(run.name);
  const judged = row && judgeRow(row, run);
  if (judged !== undefined) return [{ state, out: judged, ok: undefined }];
  // The options of git are those of its commands, and the words after a wrapper are those of another program.
  if (run.name !== "git" && !STARTS_OTHERS.has(run.name)) noteOutputs(run);
  if (program !== undefined) {
    if (row?.starts?.word !== undefined && !startsOne(row.starts.word, args)) judgeByWords(run, programs);
    const outcome = program(run);
    return Array.isArray(outcome)
      ? outcome
      : [{ state, out: outcome, ok: /^(?:\/(?:usr\/)?bin\/)?[^/]+$/.test(word) ? STATUS[run.name] : undefined }];
  }
  if (content !== undefined) return runFile(content, run);
  // Readers take a word such as `A-B=1` for an assignment, and so do some shells.
  if (/^[\w-]*=/.test(word) && args.length > 0) return shell.command(args, state, stdin);
  const marks = judgeByWords(run, programs);
  const isKept = row?.keeps || (row !== undefined && KEEPS.test(args.map(({ text }) => text).join(" ")));
  const read = isKept ? contentOf(undefined) : readsOperands(run, row !== undefined);
  return [{ state, out: contentOf(undefined, mergedMarks([read, marks])), ok: undefined }];
}

/** Whether the word is there after which another program begins, such as `run` of `uv run`. */
function startsOne(word: string | RegExp, args: readonly Arg[]): boolean {
  const fits = (text: string) => (typeof word === "string" ? text === word : word.test(text));
  return args.some(({ text }) => fits(text));
}

/** The commands with which a service keeps a secret. */
const KEEPS = /\b(?:secrets?|variables?|env)(?:[: ](?:set|put|import|create|add|push|bulk|update|versions add))\b/;

function isKnownProgram(name: string, programs: Programs): boolean {
  return programs.has(name) || TABLE.has(name);
}

/** An alias is text that is put before the arguments. In this text, the name of the alias means the program. */
function runAlias(name: string, text: string, args: readonly Arg[], state: State, stdin: Content, shell: Shell): void {
  const inside = state.subshell();
  inside.aliases.delete(name);
  inside.positional = args;
  shell.source(`${text} "$@"`, inside, stdin);
}

/** Runs a file that the command itself wrote before. */
function runFile(content: Content, run: Run): Result[] {
  judgeOrigin(content, run);
  if (content.text === undefined || /^#!(?!.*\b(?:ba|da|k|z)?sh\b)/.test(content.text)) {
    return [{ state: run.state, out: UNKNOWN, ok: undefined }];
  }
  const state = run.state.subshell();
  state.positional = run.args;
  return run.shell.source(content.text, state, run.stdin).map((result) => ({ ...result, state: run.state }));
}

/** An unknown program with the options of a recursive deletion is taken for `rm`. */
function unresolved(run: Run): Result[] {
  const { has, operands } = parseOptions(run.args);
  if (has("r", "R", "recursive") && !run.state.fromList)
    for (const { text } of operands) judgeDeletion(text, run, "rm-recursive");

  const reason = "Which program it runs cannot be told. Write the program's name.";
  run.shell.report(run, { class: "unknown", rule: "unknown-program", reason });
  return [{ state: run.state, out: UNKNOWN, ok: undefined }];
}

/** `/bin/r?` runs the first file that matches, so it is taken for each program with a rule that matches. */
function patternNamed(first: Arg, args: readonly Arg[], run: Run, programs: Programs): Result[] {
  const pattern = first.text.split("/").at(-1) ?? "";
  const names = [...new Set([...programs.keys(), ...TABLE.keys()])];
  const matches = names.filter((name) => canMatch(pattern, name));
  for (const name of matches) run.shell.command([argOf(name, first), ...args], run.state.fork(), run.stdin);
  return matches.length > 0 ? [{ state: run.state, out: UNKNOWN, ok: undefined }] : unresolved(run);
}

function callFunction(
  body: NonNullable<ReturnType<State["functions"]["get"]>>,
  args: readonly Arg[],
  state: State,
  stdin: Content,
  shell: Shell,
): Result[] {
  const own = state.calls.filter((called) => called === body).length;
  if (state.functionDepth >= MAX_CALL_DEPTH) giveUp(TOO_DEEP);
  if (own >= MAX_OWN_DEPTH) return [{ state, out: UNKNOWN, ok: undefined }];
  const { positional } = state;
  const locals = state.locals;
  const calls = state.calls;
  state.calls = [...calls, body];
  state.positional = args;
  state.locals = new Map();
  state.functionDepth++;
  const results = ended(shell.node(body, state, stdin), "return");
  for (const result of results) {
    for (const [name, old] of result.state.locals) {
      if (old === undefined) result.state.variables.delete(name);
      else result.state.variables.set(name, old);
    }
    result.state.positional = positional;
    result.state.locals = locals;
    result.state.calls = calls;
    result.state.functionDepth = Math.max(0, result.state.functionDepth - 1);
  }
  return results;
}

/** Returns the name of a program: without its folder, in lower case because some disks ignore case. */
function nameOf(word: string): string {
  return (word.split("/").at(-1) ?? word).toLowerCase().replace(/\.exe$/, "");
}

/** Returns the name without a version: `python` for `python3.12`. */
function versionless(name: string): string {
  return name.replace(/[\d.]+$/, "");
}
