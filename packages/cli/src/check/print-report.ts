import type { ConformanceReport, ConformanceResult } from "@agent-hook/picoclaw/testing";
import type { Terminal } from "../terminal/terminal.js";

const INDENT = " ".repeat(4);
/** The length of the longest label, "received". */
const LABEL_WIDTH = 8;
const CONTINUED = `${INDENT}${" ".repeat(LABEL_WIDTH)}  `;
const VERDICTS = ["passed", "broken", "inconclusive", "not applicable"] as const;

/** Prints a report as text: broken rules in full, inconclusive ones on one line each, the rest as counts. */
export function printReport(
  { hook = {}, results }: Pick<ConformanceReport, "results"> & Partial<ConformanceReport>,
  host: string,
  terminal: Terminal,
): void {
  const name = [hook.name ?? "the hook", hook.version].filter(Boolean).join(" ");
  const withVerdict = (verdict: string) => results.filter((result) => result.verdict === verdict);
  for (const result of withVerdict("broken")) printBroken(result, terminal);
  for (const { id, received, why } of withVerdict("inconclusive")) {
    terminal.print(`${terminal.style("yellow", "?")} ${terminal.style("bold", id)}  ${why ?? received ?? ""}`);
  }
  if (withVerdict("broken").length + withVerdict("inconclusive").length > 0) terminal.print();
  const counts = VERDICTS.flatMap((verdict) =>
    withVerdict(verdict).length > 0 ? [`${withVerdict(verdict).length} ${verdict}`] : [],
  );
  const mark = withVerdict("broken").length > 0 ? terminal.style("red", "✗") : terminal.style("green", "✓");
  terminal.print(`${mark} ${name} on ${host}: ${counts.join(", ")}`);
}

function printBroken({ id, sentence, sent, received, why }: ConformanceResult, terminal: Terminal): void {
  terminal.print(`${terminal.style("red", "✗")} ${terminal.style("bold", id)}  ${sentence}`);
  for (const [label, text] of [
    ["sent", sent],
    ["received", received],
    ["why", why],
  ] as const) {
    if (text !== undefined)
      terminal.print(`${INDENT}${label.padEnd(LABEL_WIDTH)}  ${text.trimEnd().replaceAll("\n", `\n${CONTINUED}`)}`);
  }
  terminal.print();
}
