import type { ParameterExpansionPart, ParameterOperation, Word } from "unbash";
import { filledIn } from "../limits.js";
import { type Arg, argOf } from "../values/content.js";
import type { State } from "../values/state.js";
import { FILLED, HOLE, hasPattern, isKnown } from "../values/text.js";
import type { Shell } from "./shell.js";

type Expand = (word: Word, state: State, shell: Shell) => Arg;
type Parameter = Pick<ParameterExpansionPart, "parameter"> & Partial<ParameterExpansionPart>;

/** Variables of the environment whose values are secrets. */
export const NAME_OF_SECRET =
  /(?:^|_)(?:TOKEN|PAT|SECRET|SECRETS|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|API_?KEY|ACCESS_?KEY|SECRET_?KEY|PRIVATE_?KEY|ENCRYPTION_?KEY|DATABASE_URL)(?:_\d+)?$/;

/** Returns what `$X` or `${X...}` becomes: one text, or several for `$@` and arrays. */
export function parameterOf(part: Parameter, state: State, shell: Shell, expand: Expand): readonly Arg[] {
  const name = part.parameter;
  const values = valuesOf(name, part.index, state, shell, expand);
  if (part.prefix === "#") return [argOf(values?.length === 1 ? String(values[0]?.text.length) : HOLE)];
  if (part.prefix === "!") {
    const target = values?.[0]?.text;
    return (target === undefined ? undefined : state.get(target)?.values) ?? [argOf(HOLE)];
  }
  if (part.operation === undefined) return values ?? [argOf(HOLE, { named: NAME_OF_SECRET.test(name) })];
  if (part.operation.type === "Slice" && values !== undefined && isList(name, part.index, state, shell, expand)) {
    const from = Number(expand(part.operation.offset, state, shell).text) - (name === "@" || name === "*" ? 1 : 0);
    const count =
      part.operation.length === undefined ? values.length : Number(expand(part.operation.length, state, shell).text);
    return Number.isSafeInteger(from) && Number.isSafeInteger(count)
      ? values.slice(Math.max(0, from)).slice(0, count)
      : values;
  }
  return operated(name, values, part.operation, state, shell, expand);
}

function valuesOf(
  name: string,
  index: Word | undefined,
  state: State,
  shell: Shell,
  expand: Expand,
): readonly Arg[] | undefined {
  if (name === "@" || name === "*") return state.positional;
  // The number of the shell's process.
  if (name === "$") return [argOf("99999")];
  if (/^\d+$/.test(name) && name !== "0") return state.positional.slice(Number(name) - 1, Number(name));
  const variable = state.get(name);
  if (variable === undefined) return undefined;
  if (variable.values.length === 0) return [argOf("")];
  if (index === undefined) return variable.values.slice(0, 1);
  const at = expand(index, state, shell).text;
  if (at === "@" || at === "*" || at === "\uE001") return variable.values;
  return /^\d+$/.test(at) ? (variable.values.slice(Number(at), Number(at) + 1) as readonly Arg[]) : undefined;
}

/** Whether a name stands for all positional parameters, or all elements of an array. */
function isList(name: string, index: Word | undefined, state: State, shell: Shell, expand: Expand): boolean {
  return name === "@" || name === "*" || (index !== undefined && /^[@*\uE001]$/.test(expand(index, state, shell).text));
}

function operated(
  name: string,
  values: readonly Arg[] | undefined,
  operation: ParameterOperation,
  state: State,
  shell: Shell,
  expand: Expand,
): readonly Arg[] {
  if (operation.type === "Default") {
    const other = expand(operation.operand, state, shell);
    const isEmpty = values === undefined || values.every(({ text }) => text === "");
    switch (operation.operator.at(-1)) {
      case "+":
        return [isEmpty && values !== undefined ? argOf("") : other];
      case "=":
        if (isEmpty) state.set(name, [other]);
        return isEmpty ? [other] : values;
      case "?":
        // The shell stops if it is empty.
        return isEmpty ? [argOf(FILLED)] : values;
      default:
        // An unknown variable may be unset. Then the default is used.
        return isEmpty ? [other] : values;
    }
  }
  return values?.map((value) => changedBy(operation, value, state, shell, expand)) ?? [argOf(HOLE)];
}

function changedBy(operation: ParameterOperation, value: Arg, state: State, shell: Shell, expand: Expand): Arg {
  const hole = argOf(HOLE, value);
  const { text } = value;
  if (!isKnown(text)) return hole;
  switch (operation.type) {
    case "Remove": {
      const pattern = expand(operation.operand, state, shell).text;
      if (!isKnown(pattern) || hasPattern(pattern)) return hole;
      if (operation.operator.startsWith("#"))
        return argOf(text.startsWith(pattern) ? text.slice(pattern.length) : text, value);
      return argOf(text.endsWith(pattern) ? text.slice(0, text.length - pattern.length) : text, value);
    }
    case "Replace": {
      const pattern = expand(operation.pattern, state, shell).text;
      const replacement = expand(operation.replacement, state, shell).text;
      if (!isKnown(pattern) || hasPattern(pattern) || pattern === "") return hole;
      if (operation.operator === "//") return argOf(filledIn(text, pattern, replacement), value);
      return operation.operator === "/"
        ? argOf(
            text.replace(pattern, () => replacement),
            value,
          )
        : hole;
    }
    case "Slice": {
      const offset = Number(expand(operation.offset, state, shell).text);
      const length = operation.length === undefined ? text.length : Number(expand(operation.length, state, shell).text);
      if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || length < 0) return hole;
      return argOf(text.slice(offset).slice(0, length), value);
    }
    case "CaseModification":
      if (operation.operand !== undefined) return hole;
      if (operation.operator === "^^") return argOf(text.toUpperCase(), value);
      return operation.operator === ",," ? argOf(text.toLowerCase(), value) : hole;
    default:
      return hole;
  }
}
