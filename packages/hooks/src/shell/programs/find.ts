import { filledIn } from "../limits.js";
import { parseOptions } from "../options.js";
import { judgeDeletion, reportDeletion } from "../rules/deletions.js";
import { targetOf } from "../rules/places.js";
import { isSecretFile } from "../rules/secret-files.js";
import type { Program, Run } from "../run/shell.js";
import { type Arg, argOf, type Content, contentOf, EMPTY, UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { asPattern, HOLE, hasPattern, isKnown } from "../values/text.js";

/** Tests that choose among the files. Without one, find acts on everything below its start. */
const CHOOSES =
  /^-(?:i?name|i?path|i?regex|i?wholename|i?lname|size|empty|[acm](?:min|time)|newer\w*|user|group|perm|samefile|inum|links|nouser|nogroup|executable)$/;
const EXECUTES = /^-(?:exec|execdir|ok|okdir)$/;
/** Tests and options that take a value. */
const TAKES_VALUE =
  /^-(?:i?name|i?path|i?regex|i?wholename|i?lname|type|xtype|size|[acm](?:min|time)|newer\w*|anewer|cnewer|user|group|perm|maxdepth|mindepth|samefile|inum|links|printf|regextype|fstype|uid|gid|used|context)$/;

export const find: Readonly<Record<string, Program>> = { find: search, gfind: search, fd: searchFd, fdfind: searchFd };

function search(run: Run): Content {
  const from = run.args.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[HLPDO]/.test(text));
  const starts = (from < 0 ? run.args : run.args.slice(0, from)).filter(({ text }) => !text.startsWith("-"));
  const roots = starts.length === 0 ? [argOf(".")] : starts;
  const tests = from < 0 ? [] : run.args.slice(from);
  let chooses = false;
  // With a negation or an alternative, the tests can leave out very little.
  const isWide = tests.some(({ text }) => /^(?:!|-not|-o|-or)$/.test(text));
  const named = tests.find((_, index) => tests[index - 1]?.text === "-name")?.text;
  const path = tests.find((_, index) => /^-(?:path|wholename)$/.test(tests[index - 1]?.text ?? ""))?.text;
  const file = named !== undefined && isKnown(named) && !/^[*?]*$/.test(named) ? asPattern(named) : HOLE;
  for (let index = 0; index < tests.length; index++) {
    const { text } = tests[index] as Arg;
    if (EXECUTES.test(text)) {
      const end = tests.findIndex((arg, at) => at > index && /^[;+]$/.test(arg.text));
      const command = tests.slice(index + 1, end < 0 ? undefined : end);
      for (const root of roots)
        execute(command, root, { chooses: chooses && !isWide, isPart: chooses, file, option: text }, run);
      index = end < 0 ? tests.length : end;
    } else if (text === "-delete") {
      for (const { text: root } of roots) {
        run.shell.changes(below(root, file), run);
        if (path !== undefined) run.shell.changes(path, run);
        deleteBelow(root, { chooses: chooses && !isWide, isPart: chooses }, run);
      }
    } else if (/^-f(?:print0?|ls|printf)$/.test(text)) {
      run.shell.write(tests[++index]?.text ?? "", UNKNOWN, run);
    } else {
      chooses ||= CHOOSES.test(text) && !/^\*+$/.test(tests[index + 1]?.text ?? "");
      if (TAKES_VALUE.test(text)) index++;
    }
  }
  return contentOf(
    file === HOLE || (hasPattern(file) && !isSecret(file, run))
      ? undefined
      : roots.map(({ text }) => `${below(text, file)}\n`).join(""),
  );
}

/** Whether a pattern selects files with secrets. Who reads what was found has to be judged by it. */
function isSecret(file: string, { state }: Run): boolean {
  return isSecretFile(file, state) === "secret";
}

function below(root: string, file: string): string {
  return `${root.replace(/\/$/, "")}/${file}`;
}

/** What the tests select. */
interface Choice {
  /** Whether they select few of the files below the start. */
  readonly chooses: boolean;
  /** Whether they may leave out some. */
  readonly isPart: boolean;
}

/** Deleting what a test chooses is a usual way to clean a project, but not a system. */
function deleteBelow(root: string, { chooses, isPart }: Choice, run: Run): void {
  const target = targetOf(root, run.state);
  if (chooses && (target.is === "project" || target.is === "temporary-root" || target.is === "unknown")) return;
  if (chooses && target.is === "home" && absolute(root, run.state) !== run.state.userHome) {
    const reason = `It deletes files below ${target.path} that it finds by name. Ask the user to do it.`;
    run.shell.report(run, { class: "reaches-outside", rule: "find-delete", reason });
    return;
  }
  const judge = isPart ? reportDeletion : judgeDeletion;
  judge(root, run, "find-delete");
}

interface Execution extends Choice {
  /** The name of the files that are found, or a hole. */
  readonly file: string;
  readonly option: string;
}

/** Runs the command for the starting point itself, or for a file below it if the tests choose. */
function execute(command: readonly Arg[], root: Arg, { chooses, isPart, file, option }: Execution, run: Run): void {
  if (command.length === 0) return;
  // Even without `-r`, rm deletes every file that find names.
  if (/(?:^|\/)(?:rm|unlink|shred)$/.test(command[0]?.text ?? "")) deleteBelow(root.text, { chooses, isPart }, run);
  const [program, ...args] = command;
  const changesRights = /^(?:chmod|chown|chgrp|setfacl)$/.test(program?.text ?? "");
  if (changesRights && program && !chooses)
    run.shell.command(
      [program, argOf("-R"), ...args.filter(({ text }) => text !== "{}"), root],
      run.state.subshell(),
      EMPTY,
    );
  const isCopy = /(?:^|\/)(?:cp|mv|ln|install)$/.test(program?.text ?? "");
  // Without a choice, all files count as their folder. But a copy of each gets its own name.
  const places = [...(chooses ? [] : [root.text]), ...(chooses || isCopy ? [below(root.text, file)] : [])];
  for (const place of places) {
    const argv = command.map((arg) => argOf(filledIn(arg.text, "{}", place), arg));
    const state = run.state.subshell();
    if (option.endsWith("dir")) state.cwd = undefined;
    run.shell.command(argv, state, EMPTY);
  }
}

const FD = {
  short: "dteESco",
  values: ["max-depth", "type", "extension", "exclude", "size", "changed-within", "base-directory"],
};

function searchFd(run: Run): Content {
  const at = run.args.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text));
  if (at >= 0) {
    const [pattern, ...roots] = parseOptions(run.args.slice(0, at), FD).operands;
    const chooses = pattern !== undefined && !/^[.*]?$/.test(pattern.text);
    if (/(?:^|\/)(?:rm|unlink|shred)$/.test(run.args[at + 1]?.text ?? ""))
      for (const root of roots.length > 0 ? roots : [argOf(".")])
        deleteBelow(root.text, { chooses, isPart: chooses }, run);
    const command = run.args.slice(at + 1).map((arg) => argOf(arg.text.replaceAll("{}", `./${HOLE}`), arg));
    const hasPlace = run.args.some(({ text }) => text.includes("{}"));
    run.shell.command(hasPlace ? command : [...command, argOf(`./${HOLE}`)], run.state.subshell(), EMPTY);
  }
  return UNKNOWN;
}
