import { basename, dirname } from "node:path/posix";
import { parseOptions } from "../options.js";
import { judgeDeletion } from "../rules/deletions.js";
import { noteMoves, noteTarget } from "../rules/moves.js";
import { targetOf } from "../rules/places.js";
import { readsOperands } from "../rules/readers.js";
import { isSecretFile } from "../rules/secret-files.js";
import { runText } from "../run/run-text.js";
import type { Program, Run } from "../run/shell.js";
import { type Arg, type Content, changed, EMPTY, joined, UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { HOLE, hasPattern } from "../values/text.js";

const COPY = {
  short: "tSgmo",
  values: ["target-directory", "suffix", "group", "mode", "owner", "backup", "context"],
  flags: ["recursive", "archive", "no-target-directory"],
};

/** Programs that copy, move and write files. */
export const files: Readonly<Record<string, Program>> = {
  cp: (run) => copy(run, false),
  install: (run) => copy(run, false),
  ln: (run) => copy(run, true),
  link: (run) => copy(run, true),
  mv: move,
  sort: withOutput("koST", "output"),
  uniq: (run) => {
    const { operands } = parseOptions(run.args, { short: "fsw" });
    const content = operands[0] ? run.shell.read(operands[0].text, run) : run.stdin;
    if (operands[1]) run.shell.write(operands[1].text, changed(content), run);
    return changed(content);
  },
  sed: (run) => {
    const { has, operands, valuesOf } = parseOptions(run.args, { short: "efl", values: ["expression", "file"] });
    const files = has("e", "expression", "f", "file") ? operands : operands.slice(1);
    const content = files.length === 0 ? run.stdin : joined(files.map(({ text }) => run.shell.read(text, run)));
    const programs = [...valuesOf("e", "expression"), ...(has("e", "expression") ? [] : operands.slice(0, 1))];
    for (const { text } of programs) {
      runInSed(text, run);
      for (const [, first, , second] of text.matchAll(SED_WRITES))
        run.shell.changes((first ?? second ?? "").trim(), run);
    }
    if (has("i", "in-place")) for (const { text } of files) run.shell.write(text, changed(content), run);
    return changed(content);
  },
  awk: script,
  gawk: script,
  mawk: script,
  nawk: script,
};

/** Returns the sources and the target of `cp A B DIR` or `cp -t DIR A B`. */
function sourcesAndTarget(run: Run) {
  const { operands, value, has } = parseOptions(run.args, COPY);
  const folder = value("t", "target-directory");
  const how = {
    isDeep: has("r", "R", "a", "recursive", "archive"),
    isMerged: has("T", "no-target-directory"),
    isEmpty: has("attributes-only"),
  };
  if (folder) return { sources: operands, target: folder, how };
  return { sources: operands.slice(0, -1), target: operands.at(-1), how };
}

/** Copies or links files. Making a link does not read the file. */
function copy(run: Run, isLink: boolean): Content {
  const { sources, target, how } = sourcesAndTarget(run);
  for (const source of sources) {
    const content = isLink ? linked(source, run) : how.isEmpty ? EMPTY : run.shell.read(source.text, run);
    if (!target) continue;
    noteTarget(source, target, run, how);
    put(content, source, target, run);
  }
  return EMPTY;
}

function linked({ text }: Arg, { state }: Run): Content {
  const path = absolute(text, state);
  const known = path === undefined ? undefined : state.files.get(path);
  const isSensitive = known?.sensitive || (path !== undefined && isSecretFile(path, state) !== undefined);
  const isSecret = known?.secret || (path !== undefined && isSecretFile(path, state) === "secret");
  return { ...(known ?? UNKNOWN), sensitive: isSensitive, secret: isSecret };
}

/** A file in a folder for programs, or what `which` prints. */
const PROGRAM = new RegExp(`(?:^${HOLE}|^(?:/usr)?(?:/local)?/s?bin|(?:^|/)\\.?bin)/([\\w.-]+)$`);

function put(content: Content, source: Arg, target: Arg, run: Run): void {
  const into = `${target.text.replace(/\/$/, "")}/${basename(source.text)}`;
  // It is not known whether the target is a folder, so both paths get the content.
  if (!target.text.endsWith("/")) run.shell.write(target.text, content, run);
  const path = absolute(into, run.state);
  if (path !== undefined) run.state.files.set(path, content);
  const program = PROGRAM.exec(source.text)?.[1];
  for (const name of [absolute(target.text, run.state), path]) {
    if (program !== undefined && name !== undefined) run.state.aliases.set(name, program);
  }
  const folder = absolute(target.text, run.state);
  if (content.sensitive && folder !== undefined) run.state.files.set(folder, { ...content, sensitive: true });
}

function move(run: Run): Content {
  const { sources, target } = sourcesAndTarget(run);
  for (const source of sources) {
    const hit = targetOf(source.text, run.state);
    const staysInPlace = target && absolute(target.text, run.state) === absolute(dirname(source.text), run.state);
    if (staysInPlace) continue;
    if (hit.is === "system" || hit.is === "home" || hit.is === "history") judgeDeletion(source.text, run, "move-away");
    noteMoves([source], target, run);
    const path = absolute(source.text, run.state);
    const content = linked(source, run);
    if (path !== undefined && !hasPattern(path)) run.state.files.delete(path);
    if (target) put(content, source, target, run);
  }
  if (target?.text === "/dev/null" && sources.length > 0) {
    const reason = "It moves files to nowhere. Delete what is no longer needed by name.";
    run.shell.report(run, { class: "loses-work", rule: "move-away", reason });
  }
  return EMPTY;
}

function withOutput(short: string, output: string): Program {
  return (run) => {
    const { operands, value } = parseOptions(run.args, {
      short,
      values: [output, "key", "field-separator", "files0-from"],
    });
    const list = value("files0-from");
    const inputs = list ? [...operands, list] : operands;
    const content = inputs.length === 0 ? run.stdin : joined(inputs.map(({ text }) => run.shell.read(text, run)));
    const file = value("o", output);
    if (file === undefined) return changed(content);
    run.shell.write(file.text, changed(content), run);
    return EMPTY;
  };
}

/** `w FILE` after an address, and as a flag of `s/x/y/`. */
const SED_WRITES =
  /(?:^|[;{}\n])[ \t]*(?:(?:\d+|\$|\/(?:\\.|[^/\\\n])*\/I?)[ \t,!]*){0,2}[wW][ \t]*([^\s;=][^\n]*)|s([^\w\s\\])(?:\\.|(?!\2)[^\\])*\2(?:\\.|(?!\2)[^\\])*\2[gpiIme\d]*w[ \t]*(\S[^\n]*)/g;

/** Returns the replacement of `s/x/CODE/e`. */
function replacementThatRuns(text: string): string | undefined {
  const start = text.search(/s[^\w\s]/);
  if (start < 0) return undefined;
  const [, , replacement, flags] = text.slice(start).split(text[start + 1] ?? "");
  return flags?.includes("e") ? replacement : undefined;
}

/** GNU sed runs what follows its command `e`, and the result of `s///e`. */
function runInSed(text: string, run: Run): void {
  const code = /^[\d$,\s]{0,40}e\s+(.+)$/s.exec(text)?.[1] ?? replacementThatRuns(text);
  if (code) runText(code.replace(/\\(.)/g, "$1"), run);
}

/** `awk 'PROGRAM' FILES`: a program with only a `BEGIN` block reads no file. `system` starts other programs. */
function script(run: Run): Content {
  const { has, operands, valuesOf } = parseOptions(run.args, {
    short: "Fvfi",
    values: ["file", "assign", "field-separator", "include"],
  });
  const [program] = has("f", "file") ? [] : operands;
  if (valuesOf("i", "include").some(({ text }) => text === "inplace")) {
    for (const { text } of has("f", "file") ? operands : operands.slice(1)) run.shell.changes(text, run);
  }
  const variables = new Map(valuesOf("v", "assign").map(({ text }) => text.split(/=(.*)/s) as [string, string]));
  for (const [, text, variable] of program?.text.matchAll(/>\s*(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*))/g) ?? []) {
    const file = text ?? variables.get(variable ?? "");
    if (file !== undefined) run.shell.changes(file, run);
  }
  for (const [, code] of program?.text.matchAll(/system\s*\(\s*"((?:[^"\\]|\\.)*)"/g) ?? []) {
    runText((code ?? "").replace(/\\(.)/g, "$1"), run);
  }
  if (/^\s*BEGIN\b[^}]*\}\s*$/.test(program?.text ?? "")) return { text: undefined };
  return readsOperands({ ...run, args: has("f", "file") ? run.args : operands.slice(1) });
}
