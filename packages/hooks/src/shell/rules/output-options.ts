import type { Run } from "../run/shell.js";

/** Options whose value is a file, or a folder for files, that a program writes. Most programs use the same names. */
const FILE = /^--?(?:key)?out(?:put)?(?:[-_]?(?:file|path|document))?$/i;
const FOLDER = /^--?out(?:put)?[-_]?dir(?:ectory)?$/i;
/** Programs that write no file, whatever their options. */
const WRITES_NOTHING =
  /^(?:[efz]?grep|rg|ag|ack|test|\[|\[\[|echo|printf|ls|ps|pgrep|df|column|man|which|type|strings|nm|od)$/;
/** Programs whose `-o` is something else. */
const OTHER_O =
  /^(?:find|set|shopt|(?:ba|da|z|k)?sh|ssh|scp|sftp|mount|unzip|rsync|(?:bsd|g)?tar|cpio|install|ip|netstat|xargs|parallel|docker|podman|kubectl)$/;

/** Options with which a program overwrites its operands. */
const IN_PLACE = /^(?:--(?:in-?place|write|fix)|-i)$/;
/** Programs whose `-i` is one of them. That of others is something else. */
const I_IN_PLACE = /^(?:yq|clang-format|autopep8|swiftformat|crudini)$/;

/** Programs whose first operand is a script, and which have a rule of their own. */
const HAS_SCRIPT = /^(?:g?sed|perl|ruby)$/;

/** Notes the files that a program writes because of its options. `letter`: what `-o` names. */
export function noteOutputs(run: Run, letter = OTHER_O.test(run.name) ? "other" : "file"): void {
  if (WRITES_NOTHING.test(run.name)) return;
  const end = run.args.findIndex(({ text }) => text === "--");
  const args = end < 0 ? run.args : run.args.slice(0, end);
  const isInPlace =
    !HAS_SCRIPT.test(run.name) &&
    args.some(({ text }) => IN_PLACE.test(text) && (text !== "-i" || I_IN_PLACE.test(run.name)));
  for (const { text } of isInPlace ? args : []) if (!text.startsWith("-")) run.shell.changes(text, run);
  args.forEach(({ text }, at) => {
    const [, name = "", attached] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(text) ?? [];
    const value = attached ?? args[at + 1]?.text ?? "-";
    const short = letter === "other" ? undefined : /^-o(.*[./].*)$/s.exec(text)?.[1];
    if (short !== undefined && !FILE.test(name)) noteOutput(short, letter === "folder", run);
    else if (FOLDER.test(name) || (name === "-o" && letter === "folder")) noteOutput(value, true, run);
    else if (FILE.test(name) || (name === "-o" && letter === "file")) noteOutput(value, false, run);
  });
}

function noteOutput(path: string, isFolder: boolean, run: Run): void {
  if (path.startsWith("-")) return;
  if (isFolder) run.shell.fills(path, run);
  else run.shell.changes(path, run);
}
