import { filledIn, giveUp } from "../limits.js";
import { parseOptions } from "../options.js";
import { runText } from "../run/run-text.js";
import type { Program, Run } from "../run/shell.js";
import { type Arg, argOf, type Content, contentOf, mergedMarks, UNKNOWN } from "../values/content.js";
import { HOLE, withoutPatterns } from "../values/text.js";

/** A longer list is not followed. */
const MAX_ITEMS = 128;

/** Programs that run a command for each of many arguments. */
export const manyTimes: Readonly<Record<string, Program>> = { xargs, parallel };

function xargs(run: Run): Content {
  // The value of `-i` is optional, so it is always attached.
  const args = run.args.map((arg) => (/^-i./.test(arg.text) ? argOf(`--replace=${arg.text.slice(2)}`, arg) : arg));
  const parsed = parseOptions(args, {
    short: "adEIJLnPRsS",
    values: ["arg-file", "delimiter", "eof", "max-lines", "max-args", "max-procs", "max-chars", "process-slot-var"],
    flags: ["replace", "null", "no-run-if-empty", "interactive", "verbose", "exit", "open-tty"],
    stopAtOperand: true,
  });
  if (parsed.operands.length === 0) return run.stdin;
  const file = parsed.value("a", "arg-file");
  const input = file === undefined ? run.stdin : run.shell.read(file.text, run);
  if (input.text === "" && parsed.has("r", "no-run-if-empty")) return UNKNOWN;
  const mark = parsed.value("I", "J", "replace")?.text ?? (parsed.has("i", "replace") ? "{}" : undefined);
  const byNull = parsed.has("0", "null") && input.text !== undefined;
  const list = byNull ? contentOf(input.text?.replaceAll("\0", "\n"), input) : input;
  const items = itemsOf(list, byNull || mark !== undefined || parsed.has("d", "delimiter"));
  if (mark === undefined) return runEach([...parsed.operands, ...items], run, parsed.operands.length);
  let out: Content = UNKNOWN;
  for (const item of items)
    out = runEach(
      parsed.operands.map((arg) => filled(arg, mark, item)),
      run,
    );
  return out;
}

function parallel(run: Run): Content {
  const parsed = parseOptions(run.args, {
    short: "jaINnLPSC",
    values: [
      "jobs",
      "arg-file",
      "max-args",
      "max-procs",
      "colsep",
      "joblog",
      "results",
      "delay",
      "timeout",
      "sshlogin",
      "tmpdir",
      "workdir",
    ],
    stopAtOperand: true,
  });
  const words = parsed.operands;
  const first = words.findIndex(({ text }) => /^::::?\+?$/.test(text));
  const command = first < 0 ? words : words.slice(0, first);
  const sources = first < 0 ? [itemsOf(run.stdin, true)] : sourcesOf(words.slice(first));
  if (command.length === 0) {
    // Each argument is a command of its own.
    for (const item of sources.flat()) runText(item.text, run, UNKNOWN);
    return UNKNOWN;
  }
  const hasPlace = command.some(({ text }) => /\{\d*[./]*\}/.test(text));
  for (const item of combined(sources)) {
    const marks = mergedMarks(item);
    const argv = command.map((arg) => argOf(withPlaces(arg.text, item), { ...arg, ...marks }));
    const all = hasPlace ? argv : [...argv, ...item];
    // parallel joins the words to a command line, but the code for `sh -c` stays one word.
    if (/^(?:ba|da|z|k)?sh$/.test(command[0]?.text ?? "")) runEach(all, run);
    else if (all.length === 1 || !hasPlace) runText(lineOf(all), run, UNKNOWN);
    else runEach(all, run);
  }
  return UNKNOWN;
}

function lineOf(argv: readonly Arg[]): string {
  return argv.map(({ text }) => withoutPatterns(text)).join(" ");
}

function withPlaces(text: string, item: readonly Arg[]): string {
  return text
    .replace(/\{[./]*\}/g, () => item.map((arg) => arg.text).join(" "))
    .replace(/\{(\d+)[./]*\}/g, (whole, number) => item[Number(number) - 1]?.text ?? whole);
}

function sourcesOf(words: readonly Arg[]): readonly (readonly Arg[])[] {
  const sources: Arg[][] = [];
  for (const word of words) {
    if (word.text.startsWith(":::")) sources.push(word.text.startsWith("::::") ? [argOf(HOLE)] : []);
    else if (sources.at(-1)?.[0]?.text !== HOLE) sources.at(-1)?.push(word);
  }
  return sources;
}

function combined(sources: readonly (readonly Arg[])[]): readonly (readonly Arg[])[] {
  let all: readonly (readonly Arg[])[] = [[]];
  for (const source of sources) {
    checkCount(all.length * source.length);
    all = all.flatMap((item) => source.map((arg) => [...item, arg]));
  }
  return all;
}

function itemsOf(input: Content, byLine: boolean): readonly Arg[] {
  if (input.text === undefined) return [argOf(HOLE, input)];
  const parts = input.text.split(byLine ? "\n" : /\s+/).map((part) => part.trim());
  const items = parts.filter((part) => part !== "");
  checkCount(items.length);
  return items.map((part) => argOf(part, input));
}

function checkCount(items: number): void {
  if (items > MAX_ITEMS) giveUp(`a command in it is run for more than ${MAX_ITEMS} items`);
}

function filled(arg: Arg, mark: string, item: Arg): Arg {
  if (!arg.text.includes(mark)) return arg;
  return argOf(filledIn(arg.text, mark, item.text), mergedMarks([arg, item]));
}

function runEach(argv: readonly Arg[], run: Run, given = argv.length): Content {
  const [program, flag, ...code] = argv;
  // Spaces in the input separate words, but with `-d '\n'`, a line stays one word. `sh -c` then runs all of it.
  if (flag?.text === "-c" && code.length > 1 && given === 2) {
    runEach([program as Arg, flag, argOf(code.map(({ text }) => text).join(" "), mergedMarks(code))], run);
  }
  const state = run.state.subshell();
  state.functions = new Map();
  state.fromList = true;
  return run.shell.command(argv, state, UNKNOWN)[0]?.out ?? UNKNOWN;
}
