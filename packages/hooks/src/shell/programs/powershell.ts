import { parseOptions } from "../options.js";
import { judgeOrigin } from "../rules/code-origin.js";
import { judgeDeletion } from "../rules/deletions.js";
import { isLocalHost } from "../rules/hosts.js";
import { judgeInline } from "../rules/inline-code.js";
import { noteMoves, noteTarget } from "../rules/moves.js";
import { reportLoss } from "../rules/stored-data.js";
import type { Program, Result, Run } from "../run/shell.js";
import {
  type Arg,
  argOf,
  type Content,
  changed,
  contentOf,
  EMPTY,
  joined,
  mergedMarks,
  UNKNOWN,
} from "../values/content.js";
import { isKnown, withoutPatterns } from "../values/text.js";

/** Commands of PowerShell, also where a shell of Unix would look for a program. */
export const powershellPrograms: Readonly<Record<string, Program>> = {
  pwsh: powershell,
  powershell,
  cmd: commandPrompt,
  "remove-item": removeItem,
  "clear-content": (run) => write(run, EMPTY),
  "get-content": (run) => joined(pathsIn(run).map(({ text }) => run.shell.read(text, run))),
  "set-content": (run) => write(run, run.stdin),
  "add-content": (run) => write(run, run.stdin),
  "out-file": (run) => write(run, run.stdin),
  "tee-object": (run) => write(run, run.stdin),
  "new-item": (run) => write(run, EMPTY),
  "copy-item": (run) => transfer(run, false),
  "move-item": (run) => transfer(run, true),
  "rename-item": (run) => transfer(run, true),
  "invoke-webrequest": request,
  "invoke-restmethod": request,
  iwr: request,
  irm: request,
  "invoke-expression": evaluate,
  iex: evaluate,
  "write-output": ({ args }) =>
    contentOf(
      args.every(({ text }) => isKnown(text)) ? args.map(({ text }) => text).join(" ") : undefined,
      mergedMarks(args),
    ),
  "set-executionpolicy": (run) => {
    const isOpen = run.args.some(({ text }) => /^(?:bypass|unrestricted)$/i.test(text));
    const reason = "It lets this machine run scripts that nobody has signed. Ask the user to do it.";
    if (isOpen) run.shell.report(run, { class: "reaches-outside", rule: "execution-policy", reason });
    return EMPTY;
  },
  "stop-computer": stopMachine,
  "restart-computer": stopMachine,
  "format-volume": destroyDisk,
  "clear-disk": destroyDisk,
  "initialize-disk": destroyDisk,
};

/** Short names, which only PowerShell knows. */
const ALIASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["ri", "rm", "rmdir", "rd", "del", "erase"].map((name) => [name, "remove-item"])),
  ...Object.fromEntries(["gc", "type", "cat"].map((name) => [name, "get-content"])),
  ...{
    sc: "set-content",
    ac: "add-content",
    ni: "new-item",
    clc: "clear-content",
    tee: "tee-object",
    echo: "write-output",
  },
  ...{ cp: "copy-item", cpi: "copy-item", copy: "copy-item", mv: "move-item", mi: "move-item", move: "move-item" },
  ...{ curl: "invoke-webrequest", wget: "invoke-webrequest", write: "write-output" },
};

const VALUES = [
  ...["path", "literalpath", "filter", "include", "exclude", "value", "encoding", "destination", "filepath", "newname"],
  ...["uri", "outfile", "infile", "method", "body", "headers", "itemtype", "command", "scope"],
];

/** Options begin with one hyphen, in any case, and can be shortened. */
function parsed({ args }: Run) {
  const lower = args.map((arg) => (/^-[A-Za-z]/.test(arg.text) ? argOf(`-${arg.text.toLowerCase()}`, arg) : arg));
  return parseOptions(lower, {
    values: VALUES,
    flags: ["recurse", "force", "confirm", "append", "whatif", "nonewline"],
  });
}

function pathsIn(run: Run): readonly Arg[] {
  const { operands, valuesOf } = parsed(run);
  return [...valuesOf("path", "literalpath", "filepath"), ...operands];
}

function removeItem(run: Run): Content {
  const { has } = parsed(run);
  if (has("whatif")) return EMPTY;
  for (const { text } of pathsIn(run).flatMap(listed)) {
    if (has("recurse", "r")) judgeDeletion(text, run, "rm-recursive");
    else run.shell.changes(text, run);
  }
  return EMPTY;
}

/** `a,b` is a list. */
function listed(arg: Arg): readonly Arg[] {
  return arg.text.split(",").map((text) => argOf(text, arg));
}

function write(run: Run, content: Content): Content {
  const [path] = pathsIn(run);
  if (path !== undefined) run.shell.write(path.text, changed(content), run);
  return EMPTY;
}

function transfer(run: Run, isMove: boolean): Content {
  const { value } = parsed(run);
  const all = pathsIn(run);
  const target = value("destination", "newname") ?? all.at(-1);
  const sources = all.filter((path) => path !== target);
  if (isMove) noteMoves(sources, target, run);
  else
    for (const source of sources) {
      const content = run.shell.read(source.text, run);
      if (target === undefined) continue;
      noteTarget(source, target, run);
      run.shell.write(target.text, content, run);
    }
  return EMPTY;
}

function request(run: Run): Content {
  const { operands, value, valuesOf } = parsed(run);
  const addresses = [...valuesOf("uri"), ...operands];
  const isDeletion = /^delete$/i.test(value("method")?.text ?? "");
  if (isDeletion && !addresses.every(({ text }) => isLocalHost(text))) reportLoss(run, "asks");
  const sent = valuesOf("infile").map(({ text }) => run.shell.read(text, run));
  run.shell.send(mergedMarks([...sent, ...valuesOf("body"), ...addresses]), run);
  const file = value("outfile");
  const content = contentOf(undefined, { remote: true });
  if (file === undefined) return content;
  run.shell.write(file.text, content, run);
  return EMPTY;
}

function evaluate(run: Run): Content {
  for (const code of [run.stdin, ...run.args]) judgeOrigin(code, run);
  const text = run.args.map(({ text }) => withoutPatterns(text)).join(" ") || run.stdin.text;
  if (text) runPowershell(text, run);
  return UNKNOWN;
}

function stopMachine(run: Run): Content {
  run.shell.report(run, {
    class: "destroys-system",
    rule: "stop-machine",
    reason: "It stops the machine. Ask the user to do it.",
  });
  return EMPTY;
}

function destroyDisk(run: Run): Content {
  const reason = "It destroys what is on a disk. Ask the user to do it.";
  run.shell.report(run, { class: "destroys-system", rule: "format-disk", reason });
  return EMPTY;
}

/** PowerShell accepts every unambiguous start of an option's name. */
function powershell(run: Run): Result[] {
  const flags = run.args.map(({ text }) => text.toLowerCase());
  const at = (name: string, least: number) =>
    flags.findIndex((flag) => flag.startsWith("-") && flag.length > least && `-${name}`.startsWith(flag));
  const out: Result[] = [{ state: run.state, out: UNKNOWN, ok: undefined }];
  if (flags.some((flag) => /^-(?:help|\?|h)$/.test(flag)) && flags.length < 3) return out;
  const encoded = at("encodedcommand", 1);
  if ((encoded >= 0 || flags.includes("-ec")) && !/^-{1,2}(?:help|\?)$/.test(flags[encoded + 1] ?? "")) {
    judgeOrigin({ decoded: true }, run);
    return out;
  }
  const command = at("command", 1);
  const file = at("file", 1);
  if (command >= 0) {
    const code = run.args.slice(command + 1);
    for (const arg of code) judgeOrigin(arg, run);
    if (code[0]?.text === "-") judgeOrigin(run.stdin, run);
    else runPowershell(code.map(({ text }) => withoutPatterns(text)).join(" "), run);
    return out;
  }
  const first = run.args.findIndex(({ text }) => !text.startsWith("-"));
  if (file < 0 && first >= 0 && !/\.ps1$/i.test(run.args[first]?.text ?? "")) {
    const words = run.args.slice(first).map(({ text }) => withoutPatterns(text));
    runPowershell(words.join(" "), run);
    return out;
  }
  const name = run.args[file >= 0 ? file + 1 : first];
  judgeOrigin(name === undefined || name.text === "-" ? run.stdin : run.shell.read(name.text, run), run);
  return out;
}

/** Judges code of PowerShell as far as it looks like that of a shell of Unix: its commands, words, pipes and variables. */
function runPowershell(code: string, run: Run): void {
  judgeInline(code, run);
  const state = run.state.subshell();
  for (const [name, command] of Object.entries(ALIASES)) state.aliases.set(name, command);
  run.shell.source(asShell(code), state, run.stdin);
}

/** `cmd /c CODE` */
function commandPrompt(run: Run): Content {
  const at = run.args.findIndex(({ text }) => /^\/[ck]$/i.test(text));
  if (at < 0) return UNKNOWN;
  const code = run.args
    .slice(at + 1)
    .map(({ text }) => withoutPatterns(text))
    .join(" ");
  const read = withSlashes(code)
    .replace(/\b(?:rd|rmdir|del|erase)(?=[^&|\n]*\s\/s\b)/gi, "rm -r")
    .replace(/\b(?:del|erase)\b/gi, "rm")
    .replace(/\b(type|copy|xcopy|move)\b/gi, (name) => ({ type: "cat", move: "mv" })[name.toLowerCase()] ?? "cp")
    .replace(/\bformat\s+\//gi, "format-volume /")
    .replace(/\s\/[a-z](?=\s|$)/gi, " ");
  run.shell.source(read, run.state.subshell(), run.stdin);
  return UNKNOWN;
}

/** Returns a text with the folders of Unix. A drive is the root. */
function withSlashes(text: string): string {
  return text.replace(/\\+/g, "/").replace(/(?<![\w:])[A-Za-z]:(?=\/|["'\s;|]|$)\/?/g, "/");
}

function asShell(code: string): string {
  return (
    withSlashes(code)
      .replaceAll("`", "\\")
      .replace(/\$env:(?:HOME|USERPROFILE)\b/gi, "$HOME")
      .replace(/\$env:(\w+)/gi, "$$$1")
      .replace(/(^|[;|{(]\s*)&\s*(?=["'{$\w])/g, "$1")
      // Blocks run, and a command in parentheses is a value.
      .replace(/[{}]/g, ";")
      .replace(/(?<=[\w"'] )\((?=[\w])/g, "$(")
      .replace(/;(?:\s*;)+/g, ";")
      .replace(/^\s*;|\|\s*;|;\s*(?=\|)/g, (part) => part.replace(";", ""))
  );
}
