import { parseOptions } from "../options.js";
import { judgeOrigin } from "../rules/code-origin.js";
import { judgeInline } from "../rules/inline-code.js";
import { readByCsh, readByFish, readByZsh } from "../run/other-shells.js";
import type { Program, Result, Run } from "../run/shell.js";
import { type Arg, argOf, type Content, contentOf, EMPTY, mergedMarks, UNKNOWN } from "../values/content.js";
import { withoutPatterns } from "../values/text.js";
import { reportUnknownCode, runCode } from "./builtins.js";

const SHELLS = [
  "sh",
  "bash",
  "zsh",
  "dash",
  "ksh",
  "mksh",
  "ash",
  "rbash",
  "fish",
  "csh",
  "tcsh",
  "yash",
  "osh",
  "posh",
  "elvish",
  "nu",
  "xonsh",
];

const BUN = interpreter({ code: ["e", "p", "eval", "print"], values: ["eval", "print"] });

/** Programs that run code: from an option, a file or stdin. */
export const codePrograms: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(SHELLS.map((name) => [name, shell])),
  python: interpreter({ code: ["c"], short: "WXmQ", module: "m" }),
  pypy: interpreter({ code: ["c"], short: "WXm", module: "m" }),
  node: interpreter({
    code: ["e", "p", "eval", "print"],
    short: "r",
    values: ["require", "import", "eval", "print", "env-file"],
  }),
  bun: (run) =>
    run.args[0]?.text === "x" ? run.shell.command(run.args.slice(1), run.state.subshell(), run.stdin) : BUN(run),
  emacs: interpreter({ code: ["eval", "execute"], values: ["eval", "execute", "load", "script"] }),
  expect: interpreter({ code: ["c"] }),
  nodejs: interpreter({ code: ["e", "p", "eval", "print"], short: "r", values: ["require", "eval", "print"] }),
  tsx: interpreter({ code: ["e", "p", "eval", "print"], values: ["eval", "print"] }),
  ...Object.fromEntries(
    ["luajit", "tclsh", "julia", "groovy", "elixir", "rscript", "guile", "jshell"].map((name) => [
      name,
      interpreter({ code: ["e"] }),
    ]),
  ),
  deno,
  perl: interpreter({ code: ["e", "E"], short: "IMmF", inPlace: true }),
  ruby: interpreter({ code: ["e"], short: "IrECF", inPlace: true }),
  php: interpreter({ code: ["r"], short: "dcz" }),
  lua: interpreter({ code: ["e"], short: "l" }),
  osascript: interpreter({ code: ["e"] }),
};

/** Shells whose code is also read in their own syntax. */
const OTHER_SYNTAX: Readonly<Record<string, (code: string) => string | undefined>> = {
  zsh: readByZsh,
  fish: readByFish,
  csh: readByCsh,
  tcsh: readByCsh,
};

/** `sh`: `-c CODE NAME ARGS`, `FILE ARGS`, or code from stdin. */
function shell(run: Run): Result[] {
  const rcFile = parseOptions(run.args, { values: ["init-file", "rcfile"] }).value("init-file", "rcfile");
  if (rcFile) runCode(argOf(run.shell.read(rcFile.text, run).text ?? ""), run, run.state.subshell());
  const { has, operands } = parseOptions(
    run.args.filter(({ text }) => !/^\+\w+$/.test(text)),
    {
      short: "oO",
      values: ["init-file", "rcfile"],
      stopAtOperand: true,
    },
  );
  const state = run.state.subshell();
  const done = (results: readonly Result[]) => results.map((result) => ({ ...result, state: run.state }));
  if (has("n", "help", "version")) return done([{ state, out: UNKNOWN, ok: undefined }]);
  if (has("c")) {
    const [code, , ...positional] = operands;
    if (code === undefined) return done([{ state, out: EMPTY, ok: false }]);
    judgeOrigin(code, run);
    state.positional = positional;
    const other = OTHER_SYNTAX[run.name]?.(withoutPatterns(code.text));
    if (other !== undefined) run.shell.source(other, state.fork(), run.stdin);
    return done(runCode(code, run, state));
  }
  const [file, ...positional] = has("s") ? [] : operands;
  const own = ownProgram(file);
  if (own !== undefined) return done(run.shell.command([own, ...positional], state, run.stdin));
  state.positional = positional;
  const content = file === undefined ? run.stdin : run.shell.read(withoutPatterns(file.text), run);
  judgeOrigin(content, run);
  // Without a pipe or a redirection, it waits for a person.
  if (content.text === undefined && file === undefined && content !== UNKNOWN) reportUnknownCode(run);
  if (content.text === undefined) return done([{ state, out: UNKNOWN, ok: undefined }]);
  return done(run.shell.source(content.text, state, file === undefined ? EMPTY : run.stdin));
}

interface InterpreterSpec {
  readonly code: readonly string[];
  readonly short?: string;
  readonly values?: readonly string[];
  /** An option after which the first operand is the name of a module. */
  readonly module?: string;
  /** Whether `-i` overwrites the operands. */
  readonly inPlace?: boolean;
}

function interpreter({ code, short = "", values = [], module, inPlace = false }: InterpreterSpec): Program {
  const letters = code.filter((name) => name.length === 1).join("");
  return (run) => {
    const args = run.args.map((arg) =>
      /^-[pie]{2,3}$/.test(arg.text) && letters.includes("e") ? argOf("-e", arg) : arg,
    );
    const parsed = parseOptions(args, {
      short: short + letters,
      values: [...values, ...code],
      stopAtOperand: true,
    });
    if (parsed.has("version", "help", "V", "h")) return UNKNOWN;
    const inline = parsed.valuesOf(...code);
    if (inPlace && parseOptions(run.args, { short: short + letters, stopAtOperand: true }).has("i")) {
      for (const { text } of parsed.operands.slice(inline.length > 0 ? 0 : 1)) run.shell.changes(text, run);
    }
    for (const text of inline) {
      judgeOrigin(text, run);
      judgeInline(withoutPatterns(text.text), run);
    }
    if (inline.length > 0) {
      const read = parsed.operands.map(({ text }) => run.shell.read(text, run));
      return contentOf(undefined, mergedMarks([run.stdin, ...read].map(({ sensitive }) => ({ sensitive }))));
    }
    if (module !== undefined && parsed.has(module)) {
      for (const { text } of parsed.operands) run.shell.read(text, run);
      return UNKNOWN;
    }
    const [file, ...others] = parsed.operands;
    const own = ownProgram(file);
    if (own !== undefined) return run.shell.command([own, ...others], run.state.subshell(), run.stdin);
    const content =
      file === undefined || file.text === "-" ? run.stdin : run.shell.read(withoutPatterns(file.text), run);
    judgeOrigin(content, run);
    if (content.text !== undefined) judgeInline(content.text, run, true);
    // A script may read the files that it is given.
    for (const { text } of parsed.operands.slice(1)) run.shell.read(text, run);
    return UNKNOWN;
  };
}

/** Our own programs, and those of frameworks, which interpreters run. */
const OWN = /(?:^|\/)(guard\.sh|agent-hook|manage\.py|artisan|bin\/console|bin\/rails|bin\/rake)(?:\.js)?$/;

/** Some programs have a rule of their own, also if an interpreter runs their file. */
function ownProgram(file: Arg | undefined): Arg | undefined {
  const [, name] = OWN.exec(file?.text ?? "") ?? [];
  return name === undefined ? undefined : argOf(name);
}

/** `deno eval CODE` and `deno run FILE`, where the file may be an address. */
function deno(run: Run): Content {
  const [verb, ...args] = parseOptions(run.args).operands;
  const [first] = args;
  if (verb === undefined || first === undefined) return UNKNOWN;
  if (verb.text === "eval") judgeInline(withoutPatterns(first.text), run);
  if (verb.text === "run")
    judgeOrigin(/^https?:/.test(first.text) ? { remote: true } : run.shell.read(first.text, run), run);
  return UNKNOWN;
}
