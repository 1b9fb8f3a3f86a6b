import type { ArrayValue, Assignment, Command, Redirection, Word } from "unbash";
import { judgeVariable } from "../rules/loaders.js";
import { type Arg, argOf, type Content, EMPTY } from "../values/content.js";
import type { State } from "../values/state.js";
import { HOLE } from "../values/text.js";
import { openForGood, withRedirects } from "./redirects.js";
import type { Result, Shell } from "./shell.js";
import { expandText, expandWord } from "./words.js";

/** Builtins whose arguments can be assignments. */
const DECLARES = /^(?:alias|export|declare|typeset|local|readonly)$/;

/** An assignment fails like the command whose output it takes. */
const RUNS = /\$\(|`/;

/** Runs a command of words, assignments and redirections. */
export function runSimple(node: Command, state: State, stdin: Content, shell: Shell): Result[] {
  const assignments = node.prefix.filter((part): part is Assignment => part.type === "Assignment");
  const argv = argvOf(node, state, shell);
  if (argv.length === 0) {
    for (const assignment of assignments) assign(assignment, state, shell);
    // `$(<file)` is what is in the file.
    const isRead = node.redirects.length > 0 && node.redirects.every(({ operator }) => operator === "<");
    return withRedirects(node.redirects, state, stdin, shell, (inside, input) => [
      {
        state: inside,
        out: isRead ? input : EMPTY,
        ok: node.name === undefined && !RUNS.test(assignments.map(({ text }) => text).join()) ? true : undefined,
      },
    ]);
  }
  if (argv[0]?.text === "exec" && argv.slice(1).every(({ text }) => /^-[cl]+$/.test(text))) {
    openForGood(node.redirects, state, shell);
    return [{ state, out: EMPTY, ok: true }];
  }
  const before = new Map(state.variables);
  const { home } = state;
  for (const assignment of assignments) assign(assignment, state, shell);
  const results = withRedirects(node.redirects as readonly Redirection[], state, stdin, shell, (inside, input) =>
    shell.command(argv, inside, input),
  );
  for (const { name } of assignments) for (const result of results) restore(name, before, home, result.state);
  return results;
}

function argvOf(node: Command, state: State, shell: Shell): readonly Arg[] {
  const name = node.name === undefined ? [] : expandWord(node.name, state, shell);
  const declares = DECLARES.test(name[0]?.text ?? "");
  const args = node.args.flatMap((arg) => {
    if (arg.type === "Word") return expandWord(arg, state, shell);
    return declares ? declared(arg, state, shell) : [argOf(HOLE)];
  });
  return [...name, ...args];
}

/** An array is assigned here, and the builtin gets only its name. Any other assignment is left to the builtin. */
function declared(assignment: Assignment, state: State, shell: Shell): readonly Arg[] {
  if (assignment.value.type === "ArrayValue") {
    assign(assignment, state, shell);
    return [argOf(assignment.name)];
  }
  return expandedAssignments(assignment, state, shell);
}

/** In a declaration, braces of a value make several assignments, of which the last one counts. */
function expandedAssignments(assignment: Assignment, state: State, shell: Shell): readonly Arg[] {
  const { value } = assignment;
  const values = value.type === "Word" ? intoVariable(state, () => expandWord(value, state, shell)) : [];
  const texts = values.length === 0 ? [argOf("")] : values;
  return texts.map((value) => argOf(`${assignment.name}=${value.text}`, value));
}

function assign(assignment: Assignment, state: State, shell: Shell): void {
  const values = valuesOf(assignment.value, state, shell);
  judgeVariable(assignment.name, values[0]?.text ?? "", shell);
  const old = state.get(assignment.name)?.values ?? [];
  const isArray = assignment.value.type === "ArrayValue";
  const index = assignment.index === undefined ? undefined : expandText(assignment.index, state, shell).text;
  if (index !== undefined && /^\d{1,3}$/.test(index)) {
    const elements = Array.from({ length: Math.max(old.length, Number(index) + 1) }, (_, at) => old[at] ?? argOf(""));
    state.set(
      assignment.name,
      elements.map((element, at) => (at === Number(index) ? (values[0] ?? element) : element)),
      true,
    );
  } else if (index !== undefined || (assignment.append && isArray)) {
    state.set(assignment.name, [...old, ...values], true);
  } else if (assignment.append) {
    const [first = argOf(HOLE)] = old;
    state.set(assignment.name, [argOf(first.text + (values[0]?.text ?? ""), { ...first, ...values[0] })]);
  } else {
    state.set(assignment.name, values, isArray);
  }
}

function valuesOf(value: Word | ArrayValue, state: State, shell: Shell): readonly Arg[] {
  return intoVariable(state, () => {
    if (value.type === "ArrayValue") return value.elements.flatMap((element) => expandWord(element, state, shell));
    return [expandText(value, state, shell)];
  });
}

/** Expands the value of a variable. What a command in it writes is not shown. */
function intoVariable(state: State, expand: () => readonly Arg[]): readonly Arg[] {
  const { isTaken, isShown } = state;
  state.isTaken ||= "file";
  state.isShown = false;
  const values = expand();
  state.isTaken = isTaken;
  state.isShown = isShown;
  return values;
}

function restore(name: string, before: State["variables"], home: string | undefined, state: State): void {
  const old = before.get(name);
  if (old === undefined) state.variables.delete(name);
  else state.variables.set(name, old);
  if (name === "HOME") state.home = home;
}
