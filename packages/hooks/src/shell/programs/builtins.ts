import { parseOptions } from "../options.js";
import { judgeOrigin } from "../rules/code-origin.js";
import { judgeVariable } from "../rules/loaders.js";
import type { Program, Result, Run } from "../run/shell.js";
import { withSpaces } from "../run/words.js";
import { type Arg, argOf, type Content, contentOf, EMPTY, UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";
import type { State } from "../values/state.js";
import { HOLE, isKnown, withoutPatterns } from "../values/text.js";

export const builtins: Readonly<Record<string, Program>> = {
  cd: changeFolder,
  pushd: changeFolder,
  popd: leave,
  exit: (run) => end(run, "exit"),
  return: (run) => end(run, "return"),
  break: (run) => end(run, "break"),
  continue: (run) => end(run, "continue"),
  export: declare,
  declare,
  let: assign,
  typeset: declare,
  readonly: declare,
  local: (run) => {
    for (const { text } of run.args) {
      const [name = ""] = text.split("=");
      if (!run.state.locals.has(name)) run.state.locals.set(name, run.state.variables.get(name));
    }
    return declare(run);
  },
  unset: ({ args, state }) => {
    const { has, operands } = parseOptions(args);
    for (const { text } of operands) {
      if (has("f")) state.functions.delete(text);
      else state.set(text, []);
    }
    return EMPTY;
  },
  set: ({ args, state }) => {
    const at = args.findIndex(({ text }) => text === "--" || !/^[-+]/.test(text));
    if (at >= 0) state.positional = args.slice(args[at]?.text === "--" ? at + 1 : at);
    return EMPTY;
  },
  shift: ({ args, state }) => {
    state.positional = state.positional.slice(Number(args[0]?.text ?? 1) || 1);
    return EMPTY;
  },
  shopt: ({ args, state }) => {
    if (args.some(({ text }) => text === "lastpipe")) state.lastPipe = args[0]?.text === "-s";
    return EMPTY;
  },
  alias: ({ args, state }) => {
    for (const { text } of args) {
      const [name = "", ...rest] = text.split("=");
      // `runCommand` runs this text with the arguments after it.
      if (rest.length > 0) state.aliases.set(name, withoutPatterns(rest.join("=")));
    }
    return EMPTY;
  },
  hash: ({ args, state }) => {
    const { value, operands } = parseOptions(args, { short: "p" });
    const path = value("p");
    if (path) for (const { text } of operands) state.aliases.set(text, path.text);
    return EMPTY;
  },
  read: readLine,
  mapfile: readLines,
  readarray: readLines,
  trap: (run) => {
    const [code, ...signals] = run.args;
    if (code && signals.length > 0 && isCode(code)) run.shell.source(code.text, run.state.fork(), EMPTY);
    return EMPTY;
  },
  which: ({ args }) => foundAt(args),
  eval: evaluate,
  source: sourceFile,
  ".": sourceFile,
};

/** Returns what `which NAME` and `command -v NAME` print: a path that is not known, which ends with the name. */
export function foundAt(args: readonly Arg[]): Content {
  const names = parseOptions(args).operands;
  return names.length === 1 ? contentOf(`${HOLE}/${names[0]?.text}`) : UNKNOWN;
}

function changeFolder({ args, state }: Run) {
  const target = parseOptions(args).operands[0] ?? (state.home === undefined ? undefined : argOf(state.home));
  state.cwd = target === undefined || target.text === "-" ? undefined : absolute(withoutPatterns(target.text), state);
  if (state.cwd !== undefined && !isKnown(state.cwd)) state.cwd = undefined;
  state.variables.delete("PWD");
  return EMPTY;
}

function leave({ state }: Run) {
  state.cwd = undefined;
  return EMPTY;
}

function end({ state }: Run, how: NonNullable<State["ended"]>) {
  const isInside = how === "return" ? state.functionDepth > 0 : how === "exit" || state.loopDepth > 0;
  if (isInside) state.ended = how;
  return EMPTY;
}

/** What an expression is worth is only known if it is a number. */
function assign({ args, state }: Run) {
  for (const { text } of args) {
    const [, name, value] = /^([a-z_]\w*)=(\d+)$/i.exec(text) ?? /^([a-z_]\w*)\W*=/i.exec(text) ?? [];
    if (name !== undefined) state.set(name, [argOf(value ?? HOLE)]);
  }
  return EMPTY;
}

function declare({ args, state, name, shell }: Run) {
  const { has, operands } = parseOptions(args);
  for (const arg of operands) {
    const [variable = "", ...rest] = arg.text.split("=");
    if (name === "export") state.exported.add(variable);
    if (rest.length === 0) continue;
    const value = argOf(withoutPatterns(rest.join("=")), arg);
    judgeVariable(variable, value.text, shell);
    if (has("n")) state.variables.set(variable, { values: [], alias: value.text });
    else state.set(variable, [value]);
  }
  return EMPTY;
}

/** `read -u 3 X`: the first line of the input becomes a variable. */
function readLine(run: Run) {
  const { operands, value } = parseOptions(run.args, { short: "adinNptu" });
  const array = value("a");
  const input = inputFrom(value("u"), run);
  const [line] = input.text?.split("\n") ?? [HOLE];
  const parts = withSpaces(line ?? "", run.state);
  if (array !== undefined) {
    const items = line === HOLE ? [HOLE] : parts.split(/ +/).filter((part) => part !== "");
    run.state.set(
      array.text,
      items.map((item) => argOf(item, input)),
      true,
    );
    return EMPTY;
  }
  const words = operands.length > 1 ? parts.split(/ +/) : [line ?? ""];
  const names = operands.length === 0 ? [argOf("REPLY")] : operands;
  names.forEach(({ text }, index) => {
    const rest = index === names.length - 1 ? words.slice(index).join(" ") : words[index];
    run.state.set(text, [argOf(line === HOLE ? HOLE : (rest ?? ""), input)]);
  });
  return EMPTY;
}

function readLines(run: Run) {
  const { operands, value } = parseOptions(run.args, { short: "dnOsuCc" });
  const input = inputFrom(value("u"), run);
  const lines = input.text?.replace(/\n$/, "").split("\n") ?? [HOLE];
  run.state.set(
    operands[0]?.text ?? "MAPFILE",
    lines.map((line) => argOf(line, input)),
    true,
  );
  const callback = value("C");
  if (callback && isCode(callback) && lines.length > 0 && value("c")) {
    run.shell.source(callback.text, run.state.fork(), EMPTY);
  }
  return EMPTY;
}

/** Returns the content of a descriptor. Default: stdin. */
function inputFrom(descriptor: Arg | undefined, run: Run): Content {
  return descriptor === undefined ? run.stdin : run.shell.read(`/dev/fd/${descriptor.text}`, run);
}

function evaluate(run: Run): Result[] {
  const code = argOf(
    run.args.map(({ text }) => withoutPatterns(text)).join(" "),
    run.args.length === 1 ? run.args[0] : {},
  );
  for (const arg of run.args) judgeOrigin(arg, run);
  return runCode(code, run);
}

function sourceFile(run: Run): Result[] {
  const [file] = run.args;
  if (file === undefined) return [{ state: run.state, out: EMPTY, ok: false }];
  const path = file.text;
  // Reading settings into a shell shows them to nobody.
  const content = /(?:^|\/)\.env[\w.-]*$/.test(path) ? UNKNOWN : run.shell.read(path, run);
  judgeOrigin(content, run);
  if (content.text === undefined) return [{ state: run.state, out: UNKNOWN, ok: undefined }];
  return run.shell.source(content.text, run.state, run.stdin);
}

function isCode({ text }: Arg): boolean {
  return isKnown(text) && text !== "-" && text !== "";
}

export function reportUnknownCode(run: Run): void {
  const reason = "Which commands it runs cannot be told. Write the commands themselves.";
  run.shell.report(run, { class: "unknown", rule: "unknown-code", reason });
}

/** Runs an argument as code of the same shell. Code that is not known at all is a finding. */
export function runCode(code: Arg, run: Run, state = run.state): Result[] {
  if (code.text.replaceAll(HOLE, "").trim() === "" && code.text !== "" && !code.remote && !code.decoded) {
    reportUnknownCode(run);
  }
  return run.shell.source(withoutPatterns(code.text), state, run.stdin);
}
