import { parseOptions } from "../options.js";
import { runText } from "../run/run-text.js";
import type { Program, Run } from "../run/shell.js";
import { type Content, UNKNOWN } from "../values/content.js";

/** Commands of an editor that write: with a file name, or else the file that is edited. */
const WRITES =
  /^[\s:\d,.$%]*(?:silent!?\s+|(?:arg|buf|win|tab)do\s+)*(?:w(?:rite|q|a|all|qa|qall)?|x(?:it|a|all)?|up(?:date)?|sav(?:eas)?)!?\s*(?:\s(?:>>)?\s*([^!\s].*))?$/;
const WRITES_TEXT = /\bredir!?\s*>+\s*(\S+)|\bwritefile\([^)]{0,999},\s*["']([^"']+)["']/;

/** Editors, which scripts use, too. */
export const editors: Readonly<Record<string, Program>> = {
  vim: editor,
  vi: editor,
  nvim: editor,
  ex: editor,
  ed: editor,
};

/** `vim -c '!COMMAND'` runs a command line, and `vim FILE` shows the file. */
function editor(run: Run): Content {
  const isLineEditor = run.name === "ex" || run.name === "ed";
  const parsed = parseOptions(run.args, { short: isLineEditor ? "cSp" : "cSuUwW", values: ["cmd"] });
  const starts = parsed.operands.filter(({ text }) => text.startsWith("+")).map(({ text }) => text.slice(1));
  const files = parsed.operands.filter(({ text }) => !text.startsWith("+"));
  const isScript = isLineEditor || parsed.has("e", "E", "s", "S");
  const commands = [...starts, ...parsed.valuesOf("c", "cmd").map(({ text }) => text)];
  for (const text of commands) {
    const code = /^\s*:?\s*(?:silent!?\s+)?!(.*)$/s.exec(text)?.[1];
    if (code) runText(code, run);
  }
  for (const { text } of files) run.shell.read(text, run);
  const lines = [...commands, isScript ? (run.stdin.text ?? "") : ""].flatMap((text) => text.split(/[|\n]/));
  for (const line of lines) {
    const code = isScript && commands.length === 0 ? /^\s*!(.+)$/.exec(line)?.[1] : undefined;
    if (code) runText(code, run);
    const [isWrite, file] = WRITES.exec(line) ?? [];
    const other = WRITES_TEXT.exec(line)?.slice(1).find(Boolean);
    const written = file ?? other;
    if (written !== undefined) run.shell.changes(written.trim(), run);
    else if (isWrite) for (const { text } of files) run.shell.changes(text, run);
  }
  if (isScript) for (const { text } of files) run.shell.changes(text, run);
  return UNKNOWN;
}
