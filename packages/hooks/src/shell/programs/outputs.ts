import { dirname } from "node:path/posix";
import { parseOptions } from "../options.js";
import { readsOperands } from "../rules/readers.js";
import { reportCredential } from "../rules/stored-data.js";
import { NAME_OF_SECRET } from "../run/parameters.js";
import type { Program, Run } from "../run/shell.js";
import { type Arg, type Content, changed, contentOf, EMPTY, joined, mergedMarks, UNKNOWN } from "../values/content.js";
import { HOLE, isKnown, withoutPatterns } from "../values/text.js";
import { formatted, unescaped } from "./format.js";

/** Programs whose output follows from their input. */
export const outputs: Readonly<Record<string, Program>> = {
  echo: (run) => {
    const { args } = run;
    judgeNamed(args, run);
    const flags = args.findIndex(({ text }) => !/^-[neE]+$/.test(text));
    const options = flags < 0 ? args : args.slice(0, flags);
    const words = flags < 0 ? [] : args.slice(flags);
    const text = knownTexts(words)?.join(" ");
    if (text === undefined) return contentOf(undefined, mergedMarks(args));
    const escapes = options.some((option) => option.text.includes("e"));
    return contentOf(escapes ? unescaped(text).text : `${text}\n`, mergedMarks(args));
  },
  printf: (run) => {
    const { args, state } = run;
    const { value, operands } = parseOptions(args, { short: "v", stopAtOperand: true });
    if (value("v") === undefined) judgeNamed(args, run);
    const [format, ...values] = operands;
    const texts = knownTexts(values);
    const known = format && texts && isKnown(format.text);
    const out = contentOf(known ? formatted(withoutPatterns(format.text), texts) : undefined, mergedMarks(args));
    const variable = value("v");
    if (variable === undefined) return out;
    state.set(variable.text, [{ ...mergedMarks(args), text: out.text ?? HOLE }]);
    return EMPTY;
  },
  printenv: printVariables,
  cat: readAll,
  tac: readAll,
  head: part,
  tail: part,
  nl: part,
  true: () => EMPTY,
  ":": () => EMPTY,
  false: () => EMPTY,
  pwd: ({ state }) => contentOf(state.cwd === undefined ? undefined : `${state.cwd}\n`),
  mktemp: ({ args }) => {
    const { value } = parseOptions(args, { short: "p", values: ["tmpdir", "suffix"] });
    const folder = value("p", "tmpdir")?.text ?? "/tmp";
    return isKnown(folder) ? contentOf(`${folder}/tmp.${HOLE}`) : UNKNOWN;
  },
  basename: ({ args }) => contentOf(args[0] && isKnown(args[0].text) ? args[0].text.split("/").at(-1) : undefined),
  tee: (run) => {
    const { has, operands } = parseOptions(run.args);
    for (const { text } of operands) run.shell.write(text, run.stdin, run, has("a", "append"));
    return run.stdin;
  },
  base64: decoder(["d", "D", "decode"], (text) => Buffer.from(text, "base64").toString()),
  base32: decoder(["d", "decode"], () => undefined),
  basenc: decoder(["d", "decode"], () => undefined),
  uudecode: (run) => contentOf(undefined, { ...inputOf(run, run.args), decoded: true }),
  xxd: decoder(["r", "revert"], (text) => Buffer.from(text.replace(/\s/g, ""), "hex").toString()),
  openssl: (run) => {
    const flags = run.args.map(({ text }) => text);
    const decodes = flags.some((flag) => /^-d$|^-A?d$/.test(flag));
    const isCipher = /^(?:base64|enc|aes|des|bf|rc)/.test(flags[0] ?? "");
    const { value } = parseOptions(run.args, { singleHyphen: true, values: ["in", "out", "k", "pass", "connect"] });
    const file = value("in");
    const content = file ? run.shell.read(file.text, run) : run.stdin;
    if (flags[0] === "s_client") {
      run.shell.send(run.stdin, run);
      return contentOf(undefined, { remote: true });
    }
    if (!isCipher) return contentOf(undefined, content);
    return decodes ? contentOf(undefined, { ...content, decoded: true }) : changed(content);
  },
  // A reader of the command does not see the text that these make.
  rev: (run) => {
    const input = inputOf(run, parseOptions(run.args).operands);
    return contentOf([...(input.text ?? "")].reverse().join("") || undefined, { ...input, decoded: true });
  },
  tr: ({ args, stdin }) => {
    const deletes = args.some(({ text }) => /^-\w*d/.test(text));
    return contentOf(undefined, deletes ? stdin : { ...stdin, decoded: stdin.text !== undefined || stdin.decoded });
  },
  mkfifo: (run) => {
    // Whatever is written into it later comes out of it.
    for (const { text } of parseOptions(run.args, { short: "mZ" }).operands)
      run.shell.write(text, contentOf(undefined, { remote: true }), run);
    return EMPTY;
  },
  gunzip: decompress,
  bunzip2: decompress,
  unxz: decompress,
  unzstd: decompress,
  uncompress: decompress,
  split: (run) => split(run, parseOptions(run.args, SPLIT).operands[1]?.text ?? "x"),
  csplit: (run) => split(run, parseOptions(run.args, CSPLIT).value("f", "prefix")?.text ?? "xx"),
  zcat: decompress,
  bzcat: decompress,
  xzcat: decompress,
  zstdcat: decompress,
};

/** Reports words with the value of a secret that whoever reads the output sees. */
function judgeNamed(args: readonly Arg[], run: Run): void {
  const isMasked = args.some(({ text }) => text.includes("::add-mask::"));
  if (run.state.isShown && !isMasked && args.some(({ named, secret }) => named || secret)) reportCredential(run);
}

/** `printenv NAME` shows one variable, and without a name all of them. */
function printVariables(run: Run): Content {
  const { operands } = parseOptions(run.args);
  const isSecret = operands.some(({ text }) => NAME_OF_SECRET.test(text));
  if (isSecret && run.state.isShown) reportCredential(run);
  return contentOf(undefined, { sensitive: isSecret || operands.length === 0 });
}

function knownTexts(args: readonly Arg[]): readonly string[] | undefined {
  return args.every(({ text }) => isKnown(text)) ? args.map(({ text }) => withoutPatterns(text)) : undefined;
}

/** Returns what a program reads: its operands, or its stdin without any. */
function inputOf(run: Run, operands: readonly Arg[]): Content {
  if (operands.length === 0) return run.stdin;
  return joined(operands.map(({ text }) => (text === "-" ? run.stdin : run.shell.read(text, run))));
}

function readAll(run: Run): Content {
  const { operands, options } = parseOptions(run.args);
  if (options.some(({ name }) => name === "help" || name === "version")) return UNKNOWN;
  return options.length === 0 ? inputOf(run, operands) : changed(inputOf(run, operands));
}

function part(run: Run): Content {
  const { operands, options } = parseOptions(run.args, { short: "ncsb", values: ["lines", "bytes"] });
  const input = inputOf(
    run,
    operands.filter(({ text }) => !/^\+?\d+$/.test(text)),
  );
  return options.length === 0 && (input.text?.split("\n").length ?? 99) < 10 ? input : changed(input);
}

/** `gunzip a.gz` writes the file `a`. */
export function decompress(run: Run): Content {
  const { operands, has } = parseOptions(run.args, { short: "STo" });
  const content = changed(inputOf(run, operands));
  if (run.name.endsWith("cat") || has("c", "stdout", "to-stdout", "o", "t", "test", "l", "list")) return content;
  for (const { text } of operands) {
    run.shell.changes(text.replace(/\.t[gx]z$/, ".tar").replace(/\.(?:gz|bz2|xz|zst|lzma|Z)$/, ""), run);
    // The archive has another name for the file.
    if (has("N", "name")) run.shell.fills(dirname(text), run);
  }
  return content;
}

const SPLIT = { short: "abClnt", values: ["suffix-length", "bytes", "line-bytes", "lines", "number", "filter"] };
const CSPLIT = { short: "fbn", values: ["prefix", "suffix-format", "digits"] };

/** Writes files whose names begin with a prefix. */
function split(run: Run, prefix: string): Content {
  run.shell.changes(`${prefix}*`, run);
  return readsOperands(run);
}

function decoder(flags: readonly string[], decode: (text: string) => string | undefined): Program {
  return (run) => {
    const { has, operands } = parseOptions(run.args, { short: "wcgls", values: ["wrap"] });
    const input = inputOf(run, operands.slice(0, 1));
    if (run.name === "xxd" && operands[1]) run.shell.changes(operands[1].text, run);
    if (!has(...flags)) return changed(input);
    return contentOf(input.text === undefined ? undefined : decode(input.text), { ...input, decoded: true });
  };
}
