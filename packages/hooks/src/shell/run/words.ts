import type { Script, Word, WordPart } from "unbash";
import { giveUp } from "../limits.js";
import { braceExpanded } from "../values/braces.js";
import { type Arg, argOf, type Marks, mergedMarks, UNKNOWN } from "../values/content.js";
import type { State } from "../values/state.js";
import { asPattern, HOLE } from "../values/text.js";
import { arithmeticOf } from "./arithmetic.js";
import { parameterOf } from "./parameters.js";
import { parseCode } from "./parse-code.js";
import type { Shell } from "./shell.js";

/** A part of a word after expansion. */
interface Piece extends Marks {
  readonly text: string;
  /** Whether it is an unquoted expansion: separators in it split words. */
  readonly splits?: boolean;
  /** The values of a quoted `"$@"`: each is a word of its own. */
  readonly fields?: readonly Arg[];
}

/** What a shell expands to many words. Nobody writes a longer word with it, and its expansion takes long. */
const EXPANDS: ReadonlySet<string> = new Set(["BraceExpansion", "Glob", "ExtendedGlob"]);
const MAX_PATTERN_LENGTH = 4096;

const ADDRESS = /^\[[\da-f.]*:[\da-f:.]*:[\da-f:.]*\]$/i;

/** Returns the arguments that a word becomes: none, one or several. */
export function expandWord(word: Word, state: State, shell: Shell): readonly Arg[] {
  if (word.text.length > MAX_PATTERN_LENGTH && word.parts?.some(({ type }) => EXPANDS.has(type))) {
    giveUp(`a word with a pattern in it has more than ${MAX_PATTERN_LENGTH} characters`);
  }
  if (!word.parts?.some(({ type }) => type === "BraceExpansion")) return fieldsOf(piecesOf(word, state, shell), state);
  return braceExpanded(word).flatMap((text) => {
    const again = wordIn(text);
    return again === undefined ? [argOf(HOLE)] : fieldsOf(piecesOf(again, state, shell), state);
  });
}

/** Returns the text of a word that is not split: a value, a target of a redirection, a here-document. */
export function expandText(word: Pick<Word, "parts" | "value">, state: State, shell: Shell): Arg {
  const pieces = piecesOf(word, state, shell);
  const texts = pieces.flatMap((piece) => piece.fields?.map((field) => field.text).join(" ") ?? piece.text);
  return argOf(texts.join(""), mergedMarks(pieces));
}

/** Returns the text of the parts of a here-document. */
export function expandParts(parts: readonly WordPart[], state: State, shell: Shell): Arg {
  return expandText({ parts, value: "" }, state, shell);
}

function wordIn(text: string): Word | undefined {
  // A colon is a command that does nothing with its arguments.
  const command = parseCode(`: ${text}`).commands[0]?.command;
  const [word] = command?.type === "Command" ? command.args : [];
  return word?.type === "Word" ? word : undefined;
}

function piecesOf({ parts, value }: Pick<Word, "parts" | "value">, state: State, shell: Shell): readonly Piece[] {
  const pieces = parts?.flatMap((part) => pieceOf(part, false, state, shell)) ?? [{ text: value }];
  const [first, ...rest] = pieces;
  const isLiteral = parts === undefined || parts[0]?.type === "Literal";
  if (first === undefined || !isLiteral || !/^~(?:\/|$|\w)/.test(first.text)) return pieces;
  return [{ ...first, text: withoutTilde(first.text, state) }, ...rest];
}

function withoutTilde(text: string, state: State): string {
  const [user = "", ...rest] = text.slice(1).split("/");
  const home = user === "" ? (state.home ?? HOLE) : user === "root" ? "/root" : `/home/${user}`;
  return [home, ...rest].join("/");
}

function pieceOf(part: WordPart, isQuoted: boolean, state: State, shell: Shell): Piece | Piece[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return { text: part.value };
    case "Glob":
      // An address such as `[::1]` selects no file.
      if (part.kind === "bracket" && ADDRESS.test(part.text)) return { text: part.text };
      return { text: part.kind === "bracket" ? asPattern("?") : asPattern(part.text) };
    case "ExtendedGlob":
      return { text: /^[\w./-]+$/.test(part.pattern) && part.operator === "@" ? part.pattern : asPattern("*") };
    case "BraceExpansion":
      return { text: part.text };
    case "DoubleQuoted":
    case "LocaleString":
      // An empty pair of quotes is a word, too.
      return [{ text: "" }, ...part.parts.flatMap((child) => pieceOf(child, true, state, shell))];
    case "SimpleExpansion":
      return expansionPiece(parameterOf({ parameter: part.text.slice(1) }, state, shell, expandText), isQuoted);
    case "ParameterExpansion":
      return expansionPiece(parameterOf(part, state, shell, expandText), isQuoted);
    case "CommandExpansion":
      return expansionPiece([substitution(part.script, isQuoted, state, shell)], isQuoted);
    case "ArithmeticExpansion":
      return { text: arithmeticOf(part.expression, state, shell) };
    case "ProcessSubstitution":
      return processPiece(part.operator, part.script, state, shell);
  }
}

function expansionPiece(fields: readonly Arg[], isQuoted: boolean): Piece {
  const [only] = fields;
  if (fields.length === 1 && only) return isQuoted ? only : { ...only, text: asPattern(only.text), splits: true };
  if (isQuoted) return { text: "", fields };
  return { ...mergedMarks(fields), text: asPattern(fields.map(({ text }) => text).join(" ")), splits: true };
}

/** Returns what `$(...)` becomes: the output without the line breaks at its end. */
function substitution(script: Script | undefined, isQuoted: boolean, state: State, shell: Shell): Arg {
  if (script === undefined) return argOf(HOLE);
  const outs = shell.script(script, state.subshell(), UNKNOWN).map(({ out }) => out);
  // If it is not quoted, the words of every outcome are judged.
  const taken = isQuoted ? outs.slice(0, 1) : outs;
  const texts = [...new Set(taken.map(({ text }) => (text === undefined ? HOLE : withoutLineEnds(text))))];
  return argOf(texts.length === 0 ? HOLE : texts.join(" "), mergedMarks(taken));
}

function withoutLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return text.slice(0, end);
}

/** `<(...)` becomes a path to read from, `>(...)` one to write to. */
function processPiece(operator: "<" | ">", script: Script | undefined, state: State, shell: Shell): Piece {
  const path = `/dev/fd/process-${state.channels.size + 1}`;
  if (script === undefined) return { text: HOLE };
  if (operator === ">") {
    // The process starts even if nothing is written to it.
    shell.script(script, state.subshell(), UNKNOWN);
    state.channels.set(path, { to: "process", script });
  } else {
    const content = shell.script(script, state.subshell(), UNKNOWN)[0]?.out ?? UNKNOWN;
    state.channels.set(path, { to: "content", content });
  }
  return { text: path };
}

/** Returns a text with a space for each character of `IFS`. */
export function withSpaces(text: string, state: State): string {
  const separators = separatorsOf(state);
  if (separators === "") return text;
  return text.replaceAll(new RegExp(`[${separators.replaceAll(/[\\\]^-]/g, "\\$&")}]`, "g"), " ");
}

function separatorsOf(state: State): string {
  return state.get("IFS")?.values[0]?.text ?? "";
}

/** Joins pieces to words, and splits unquoted expansions at separators. */
function fieldsOf(pieces: readonly Piece[], state: State): readonly Arg[] {
  const separators = separatorsOf(state);
  const fields: Arg[] = [];
  let open: Arg | undefined;
  const add = (text: string, marks: Marks) => {
    open = argOf((open?.text ?? "") + text, mergedMarks([open ?? {}, marks]));
  };
  const close = () => {
    if (open !== undefined) fields.push(open);
    open = undefined;
  };
  for (const piece of pieces) {
    if (piece.fields) {
      piece.fields.forEach((field, index) => {
        if (index > 0) close();
        add(field.text, field);
      });
    } else if (piece.splits) {
      const gap = separators.includes(" ") ? /\s+/ : / +/;
      const words = separators === "" ? [piece.text] : withSpaces(piece.text, state).split(gap);
      words.forEach((text, index) => {
        if (index > 0) close();
        if (text !== "") add(text, piece);
      });
    } else add(piece.text, piece);
  }
  close();
  return fields;
}
