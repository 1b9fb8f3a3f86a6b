import type { Row } from "../programs/table/row.js";
import { runText } from "../run/run-text.js";
import type { Run } from "../run/shell.js";
import { type Arg, type Content, contentOf } from "../values/content.js";
import type { State } from "../values/state.js";
import { withoutPatterns } from "../values/text.js";
import { changesNothing, destroyingVerb, hasWords, isForced, withoutOff } from "./command-words.js";

const NOT_LOST = "Show the user what would be lost first.";

/** Judges what a program of the table deletes and prints. Returns its output, or `undefined` if nothing is known of it. */
export function judgeRow(row: Row, run: Run): Content | undefined {
  if (row.deletes === undefined && row.prints === undefined && row.protects === undefined && !row.sql) return undefined;
  // What follows the words of a wrapper belongs to another program.
  if (changesNothing(run.args)) return row.starts === undefined ? contentOf(undefined) : undefined;
  const args = withoutOff(run.args);
  if (row.deletes !== undefined) judgeDeletes(row.deletes, { ...run, args });
  if (row.protects?.some((command) => hasWords(args, command))) {
    const reason = "It changes how this machine is protected, or who may do what on it. Ask the user to do it.";
    run.shell.report(run, { class: "reaches-outside", rule: "protection", reason });
  }
  if (row.sql) judgeStatements(run);
  return row.prints?.test(` ${args.map(({ text }) => text).join(" ")}`) ? reportCredential(run) : undefined;
}

function judgeDeletes(
  { commands, also = [], except = [], wide = [], forced, hasTests = false }: NonNullable<Row["deletes"]>,
  run: Run,
): void {
  const { args } = run;
  const isOne = (all: readonly string[]) => all.some((command) => hasWords(args, command));
  if (hasTests && isForTests(args, run.state)) return;
  const isWide = isOne(wide);
  // A list such as `pods,services` is about more.
  if (!isWide && isOne(except) && !args.some(({ text }) => text.includes(","))) return;
  const hasVerb = commands === undefined && destroyingVerb(args) !== undefined;
  const deletes = isWide || hasVerb || isOne([...(commands ?? []), ...also]);
  if (deletes) reportLoss(run, isWide ? "wide" : isForced(args, forced) ? "forced" : "asks");
}

/** Reports the deletion of what a service, a store or a database holds. */
export function reportLoss(run: Run, how: "wide" | "forced" | "asks"): void {
  const what = `It deletes what ${run.name} manages`;
  const reason = {
    wide: `${what}, and nothing brings it back. ${NOT_LOST}`,
    forced: `${what}, without a question. ${NOT_LOST}`,
    asks: `${what}. ${NOT_LOST}`,
  }[how];
  const kind = how === "asks" ? "may-lose-work" : "loses-work";
  run.shell.report(run, { class: kind, rule: "delete-data", reason });
}

/** Variables and options that choose a database for tests. */
const ENVIRONMENTS = ["RAILS_ENV", "RACK_ENV", "NODE_ENV", "APP_ENV", "MIX_ENV", "DJANGO_ENV", "FLASK_ENV"];
const TEST = /^(?:test|tests|testing|ci)$/;

function isForTests(args: readonly Arg[], { variables }: State): boolean {
  const isSet = ENVIRONMENTS.some((name) => TEST.test(variables.get(name)?.values[0]?.text ?? ""));
  return (
    isSet ||
    args.some(({ text }, at) => /^--env=?/.test(text) && TEST.test(text.slice(6) || (args[at + 1]?.text ?? "")))
  );
}

const DROPS = /\b(?:drop\s+(?:database|schema|table|keyspace|collection|measurement)\b|truncate\s+(?:table\s+)?\w)/i;
const DELETES_ALL = /\bdelete\s+from\s+[\w."`]+\s*(?:;|$|["'])/im;
/** Methods of MongoDB's shell. */
const METHODS = /\.(?:dropDatabase|drop|dropCollection)\s*\(\s*\)|\.(?:deleteMany|remove)\s*\(\s*\{\s*\}/;

/** `\\! COMMAND` of psql and MySQL, `.shell COMMAND` of SQLite, `system COMMAND` of MySQL. */
const SHELL_COMMAND = /^\s*(?:\\!|\.(?:shell|system)|system)\s+(.+)$/gm;

/** Judges statements for a database in the arguments and the input of its shell. */
function judgeStatements(run: Run): void {
  const code = [...run.args.map(({ text }) => withoutPatterns(text)), run.stdin.text ?? ""].join("\n");
  for (const [, command = ""] of code.matchAll(SHELL_COMMAND)) runText(command, run);
  if (hasStatement(code)) run.shell.report(run, { class: "loses-work", rule: "delete-data", reason: DELETES_ROWS });
}

const DELETES_ROWS = "It deletes data of a database. Ask the user to do it.";

/** Whether a text has a statement that deletes a table or all of its rows. */
export function hasStatement(text: string): boolean {
  return DROPS.test(text) || DELETES_ALL.test(text) || METHODS.test(text);
}

/** Reports a program that prints a credential, and returns its output. */
export function reportCredential(run: Run): Content {
  // Who reads the file later shows it.
  if (run.state.isTaken) return contentOf(undefined, { sensitive: true, secret: true });
  const reason = "It prints a credential. Let the program that needs it read it, or ask the user.";
  run.shell.report(run, { class: "leaks-data", rule: "print-credential", reason });
  return contentOf(undefined, { sensitive: true });
}
