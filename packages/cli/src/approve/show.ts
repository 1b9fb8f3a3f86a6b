import type { Question } from "@agent-hook/sdk/internal/questions";
import { printColumns } from "../terminal/columns.js";
import { escapeLine } from "../terminal/escape.js";
import { localTime } from "../terminal/local-time.js";
import { oneLine } from "../terminal/show-value.js";
import type { Terminal } from "../terminal/terminal.js";

/** Prints everything that a person needs to decide. A terminal interprets nothing of it. */
export function printQuestion(terminal: Terminal, question: Question): void {
  const { tool, kind, arguments: args, ...about } = question;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["agent", `${about.host}${about.hostVersion === undefined ? "" : ` ${about.hostVersion}`}`],
    ["sub-agent", about.agent],
    ["user", about.user],
    ["folder", about.cwd],
    ["session", about.session],
    ["hook", `${about.hook}${about.rule === undefined ? "" : `, rule ${about.rule}`}`],
    ["reason", about.reason],
    ["asked", `${localTime(about.askedAt)}, until ${localTime(about.expiresAt)}`],
    ["tool", `${tool}${kind === undefined ? "" : `, of the kind ${kind}`}`],
  ];
  for (const [name, value] of rows) if (value !== undefined) terminal.print(`${name.padEnd(10)}${escapeLine(value)}`);
  terminal.print("arguments:");
  for (const line of args.split("\n")) terminal.print(`  ${escapeLine(line)}`);
  terminal.print();
}

/** Prints the open questions, one a line. */
export function printQuestions(terminal: Terminal, questions: readonly Question[], asJson: boolean): void {
  const open = questions.filter(({ state }) => state === "open");
  if (asJson) {
    terminal.printJson(open);
  } else if (open.length === 0) {
    terminal.print("No question waits for a person.");
  } else {
    const rows = open.map(({ id, askedAt, host, tool, reason }) =>
      [id, localTime(askedAt), host, oneLine(tool, 40), oneLine(reason, 80)].map(escapeLine),
    );
    printColumns(terminal, [["id", "asked", "agent", "tool", "reason"], ...rows]);
    terminal.print("\nTo see one and decide: agent-hook approve ID, or agent-hook deny ID");
  }
}
