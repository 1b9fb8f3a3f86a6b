import { type OptionSpec, parseOptions } from "../options.js";
import { judgeVariable } from "../rules/loaders.js";
import { parseCode } from "../run/parse-code.js";
import { runText } from "../run/run-text.js";
import type { Program, Result, Run } from "../run/shell.js";
import { expandWord } from "../run/words.js";
import { type Arg, argOf, type Content, contentOf, UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { withoutPatterns } from "../values/text.js";
import { foundAt } from "./builtins.js";
import { TABLE } from "./table/index.js";
import type { Starts } from "./table/row.js";

const OF_THE_SHELL = /^(?:builtin|exec|coproc|noglob|nocorrect|time)$/;

const NPX = { short: "pcw", values: ["package", "call"] };

export const wrappers: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(
    [...TABLE].flatMap(([name, { starts }]) => (starts ? [[name, (run: Run) => wrapped(run, starts)]] : [])),
  ),
  env: environment,
  command: withoutFunctions,
  exec: (run) => wrapped(run, { short: "a" }),
  coproc: (run) => wrapped(run, {}),
  flock: (run) => {
    const code = run.args.findIndex(({ text }) => text === "-c" || text === "--command");
    if (code >= 0) return joinedWords({ ...run, args: run.args.slice(code + 1) }, { stopAtOperand: true });
    return wrapped(run, { operands: 1, short: "wE", values: ["wait", "timeout"] });
  },
  man: (run) => shellWord(run, ["P", "pager"], { short: "PMmSsLRE", values: ["pager"] }),
  vagrant: (run) => shellWord(run, ["c", "command"], { short: "c", values: ["command"] }),
  ansible: (run) => shellWord(run, ["a", "args"], { short: "amiufeb", values: ["args", "module-name", "inventory"] }),
  adb: (run) =>
    run.args.some(({ text }) => text === "shell")
      ? joinedWords({ ...run, args: afterWord(run.args, "shell") }, { stopAtOperand: true })
      : UNKNOWN,
  pdsh: (run) => joinedWords(run, { short: "wxfl", stopAtOperand: true }),
  su: (run) => shellWord(run, ["c", "command"], { short: "csgG", values: ["command", "shell", "group"] }),
  runuser: (run) => shellWord(run, ["c", "command"], { short: "cugG", values: ["command", "user"] }),
  script: (run) => shellWord(run, ["c", "command"], { short: "cEoBIOTm", values: ["command"] }),
  "nix-shell": (run) => shellWord(run, ["run", "command"], { short: "pA", values: ["run", "command"] }),
  npx: (run) => {
    const called = parseOptions(run.args, { ...NPX, stopAtOperand: true }).value("c", "call");
    if (called) return runText(called.text, run, run.stdin);
    return wrapped(run, NPX);
  },
  bunx: (run) => wrapped(run, {}),
  pnpx: (run) => wrapped(run, {}),
  uvx: (run) => wrapped(run, { values: ["from", "with", "python"] }),
  at: codeFromStdin,
  batch: codeFromStdin,
  watch: (run) => joinedWords(run, { short: "nq", values: ["interval", "equexit"], stopAtOperand: true }),
  entr: (run) => wrapped(run, {}),
  // Many of its subcommands start a hook's command.
  "agent-hook": (run) => started(afterWord(run.args, "--"), run.state, run),
  tmux: multiplexer,
  screen: (run) => wrapped(run, { short: "cehpsStTX" }),
};

function wrapped(run: Run, wrapper: Starts): Result[] {
  const { operands: skipped = 0, folder = [], outputs = [], variables = [], word, ...spec } = wrapper;
  const parsed = parseOptions(run.args, { ...spec, stopAtOperand: true });
  for (const { text } of parsed.valuesOf(...outputs)) run.shell.changes(text, run);
  let command = parsed.operands.slice(skipped);
  let place = parsed.value(...folder);
  if (word !== undefined) {
    const given = parsed.operands[0]?.text ?? "";
    if (typeof word === "string" ? given !== word : !word.test(given))
      return [{ state: run.state, out: UNKNOWN, ok: undefined }];
    const rest = parseOptions(parsed.operands.slice(1), { ...spec, stopAtOperand: true });
    command = rest.operands.slice(skipped);
    place = rest.value(...folder) ?? place;
  }
  const state = inFolder(run, place);
  return started([...parsed.valuesOf(...variables), ...command], state, run);
}

function inFolder(run: Run, folder: Arg | undefined) {
  if (folder === undefined) return run.state;
  const state = run.state.subshell();
  state.cwd = absolute(withoutPatterns(folder.text), run.state);
  return state;
}

/** Starts the command after assignments: `sudo X=1 rm`. */
function started(words: readonly Arg[], state: Run["state"], run: Run): Result[] {
  const at = words.findIndex(({ text }) => !/^\w+=/.test(text));
  // `sudo -s` and `sudo -i` start a shell, which reads its commands from stdin.
  if (at < 0 && run.name === "sudo" && run.args.some(({ text }) => /^-\w*[si]|^--(?:shell|login)$/.test(text))) {
    return run.shell.command([argOf("sh")], run.state.subshell(), run.stdin);
  }
  if (at < 0) {
    const isEmpty = run.args.some(({ text }) => /^(?:-|-i|--ignore-environment)$/.test(text));
    const out = contentOf(undefined, { sensitive: run.name === "env" && !isEmpty });
    return [{ state: run.state, out, ok: undefined }];
  }
  // Only words of the shell itself see its functions and change its state.
  const isOutside = !OF_THE_SHELL.test(run.name);
  const inside = at === 0 && !isOutside ? state : state.subshell();
  if (isOutside) inside.functions = new Map();
  for (const { text } of words.slice(0, at)) {
    const [name = "", ...rest] = text.split("=");
    judgeVariable(name, rest.join("="), run.shell);
    inside.set(name, [argOf(rest.join("="))]);
  }
  const results = run.shell.command(words.slice(at), inside, run.stdin);
  return inside === run.state ? results : results.map((result) => ({ ...result, state: run.state }));
}

/** `env -u X -C DIR -S "words" X=1 command`. */
function environment(run: Run): Result[] {
  const parsed = parseOptions(run.args, {
    short: "uCSP",
    values: ["unset", "chdir", "split-string"],
    flags: ["ignore-environment", "null", "debug", "help", "version"],
    stopAtOperand: true,
  });
  const state = inFolder(run, parsed.value("C", "chdir"));
  const split = parsed.value("S", "split-string");
  const words = split === undefined ? [] : wordsOf(split.text, run);
  // A mere hyphen is the same as `-i`.
  const operands = parsed.operands[0]?.text === "-" ? parsed.operands.slice(1) : parsed.operands;
  return started([...words, ...operands], state, run);
}

function wordsOf(text: string, run: Run): readonly Arg[] {
  const command = parseCode(`: ${withoutPatterns(text)}`).commands[0]?.command;
  if (command?.type !== "Command") return [];
  return command.args.flatMap((word) =>
    word.type === "Word" ? expandWord(word, run.state, run.shell) : [argOf(word.text)],
  );
}

/** Runs the value of an option as a command line. */
function shellWord(run: Run, names: readonly string[], spec: OptionSpec): Content {
  const { operands, valuesOf } = parseOptions(run.args, spec);
  const codes = valuesOf(...names);
  const state = run.state.subshell();
  // A shell for a login starts in the home.
  if (run.name === "su" && run.args.some(({ text }) => /^(?:-|-l|--login)$/.test(text))) state.cwd = state.userHome;
  for (const code of codes) runText(code.text, { ...run, state }, run.stdin);
  // Without code, su starts a shell, and runuser the program after `--`.
  if (codes.length === 0 && run.name === "su") run.shell.command([argOf("sh")], run.state.subshell(), run.stdin);
  if (codes.length === 0 && run.name === "runuser") run.shell.command(operands, run.state.subshell(), run.stdin);
  return UNKNOWN;
}

/** Joins the operands to a command line, and runs it. */
function joinedWords(
  run: Run,
  { variables = [], folder = [], ...spec }: OptionSpec & Pick<Starts, "variables" | "folder">,
): Content {
  const { operands, value, valuesOf } = parseOptions(run.args, spec);
  const exports = valuesOf(...variables).map(({ text }) => `export ${text};`);
  const code = operands.map(({ text }) => withoutPatterns(text)).join(" ");
  const state = inFolder(run, value(...folder));
  if (code !== "") runText([...exports, code].join(" "), { ...run, state }, run.stdin);
  return UNKNOWN;
}

/** `at now` runs what it reads. */
function codeFromStdin(run: Run): Content {
  if (run.stdin.text !== undefined) runText(run.stdin.text, run);
  return UNKNOWN;
}

/** `command X` runs the program X even if a function has its name; `command -v X` only looks for it. */
function withoutFunctions(run: Run): Result[] {
  const { has, operands } = parseOptions(run.args, { stopAtOperand: true });
  const name = operands[0]?.text ?? "";
  if (has("v", "V") && !has("p")) return [{ state: run.state, out: foundAt(run.args), ok: undefined }];
  const body = run.state.functions.get(name);
  run.state.functions.delete(name);
  const results = run.shell.command(operands, run.state, run.stdin);
  if (body !== undefined) for (const { state } of results) state.functions.set(name, body);
  return results;
}

function afterWord(args: readonly Arg[], word: string): readonly Arg[] {
  const at = args.findIndex(({ text }) => text === word);
  return at < 0 ? [] : args.slice(at + 1);
}

function multiplexer(run: Run): Content {
  const [verb, ...rest] = parseOptions(run.args, { short: "fLSc", stopAtOperand: true }).operands;
  if (verb?.text === "send-keys" || verb?.text === "send") {
    const keys = parseOptions(rest, { short: "tN" }).operands.filter(({ text }) => !/^(?:Enter|C-m)$/.test(text));
    runText(keys.map(({ text }) => withoutPatterns(text)).join(" "), run);
    return UNKNOWN;
  }
  const inner = { ...run, args: rest };
  return joinedWords(inner, { short: "ctsnxyFeC", stopAtOperand: true, variables: ["e"], folder: ["c"] });
}
