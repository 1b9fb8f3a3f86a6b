import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import type { Invocation } from "../invocation.js";
import { decisionOf } from "../log/format.js";
import { requireLogFolder } from "../log/records.js";
import { escapeLine } from "../terminal/escape.js";
import { localTime } from "../terminal/local-time.js";
import type { Terminal } from "../terminal/terminal.js";
import { adviceFor } from "./advice.js";
import { findDecision } from "./find.js";
import type { WhyFlags } from "./options.js";

/** Explains one decision. */
export async function explainDecision({ terminal }: Invocation, id: string, flags: WhyFlags): Promise<void> {
  const { record, related } = await findDecision(requireLogFolder(), id);
  const advice = await adviceFor(record);
  if (flags.json) return terminal.printJson({ record, related, advice });
  printDecision(terminal, record);
  for (const other of related) {
    terminal.print(
      `\nA process of the hook${other.hook === record.hook ? "" : ` "${escapeLine(other.hook)}"`} ended at that time, maybe this one. It logged at ${localTime(other.time)}:`,
    );
    printFailure(terminal, other);
  }
  terminal.print();
  for (const line of advice) terminal.print(line);
}

function printDecision(terminal: Terminal, record: DecisionRecord): void {
  const { id, time, host, hook, by, file, session, agent, turn, call, cwd, point, event, tool, kind } = record;
  const { decision, reason, rule, ms, arguments: args, changed } = record;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["decision", `${decisionOf(record)}${by === "launcher" ? ", by the launcher" : ` after ${ms} ms`}`],
    ["reason", reason],
    ["hook", by === undefined || by === "launcher" ? hook : `${hook}, in ${by}`],
    ["rule", rule],
    ["file", file],
    ["time", localTime(time)],
    [
      "agent",
      `${host.name}${host.version === undefined ? "" : ` ${host.version}`}${agent === undefined ? "" : `, ${agent}`}`,
    ],
    ["point", event === undefined ? point : `${point} (${event})`],
    ["tool", tool === undefined ? undefined : `${tool}${kind === undefined ? "" : `, of the kind ${kind}`}`],
    ["session", session],
    ["turn", turn],
    ["call", call],
    ["folder", cwd],
  ];
  terminal.print(terminal.style("bold", `${id}  ${decision === "none" ? "passed" : decision}`));
  for (const [name, value] of rows) if (value !== undefined) terminal.print(`${name.padEnd(10)}${escapeLine(value)}`);
  printValue(terminal, "arguments", args);
  printValue(terminal, "changed to", changed);
  printFailure(terminal, record);
}

function printValue(terminal: Terminal, name: string, value: unknown): void {
  if (value === undefined) return;
  terminal.print(`${name}:`);
  for (const line of (JSON.stringify(value, null, 2) ?? "").split("\n")) terminal.print(`  ${escapeLine(line)}`);
}

function printFailure(terminal: Terminal, { failure }: DecisionRecord): void {
  if (failure === undefined) return;
  const { kind, where, message, consequence, cause } = failure;
  terminal.print(`${"failure".padEnd(10)}${escapeLine(`${kind} at ${where}: ${message}; ${consequence}`)}`);
  for (const line of (cause ?? "").split("\n")) if (line !== "") terminal.print(`  ${escapeLine(line)}`);
}
