import { appendFileSync, closeSync, constants, openSync } from "node:fs";
import { relative } from "node:path";
import { usageError } from "../command-error.js";
import { causeText } from "../files/read-file.js";
import type { Terminal } from "../terminal/terminal.js";

/** Something that happened to the hook while an agent runs. Files are absolute paths. */
type DevReport =
  /** A new version receives the calls. `ms`: the time since the change was seen. */
  | {
      readonly event: "reloaded";
      readonly files: readonly string[];
      readonly ms: number;
      /** The number of calls that the version before still answers. */
      readonly callsInOldVersion: number;
      /** What the agent does not notice by itself. */
      readonly notes: readonly string[];
    }
  /** The new version does not start. `old`: what answers the calls instead. */
  | {
      readonly event: "broken";
      readonly files: readonly string[];
      readonly reason: string;
      readonly old: "the old version" | "the last version that worked" | "nothing";
    }
  /** The version that received the calls ended by itself. */
  | { readonly event: "ended"; readonly reason: string };

/** Receives each report. */
export type OnReport = (report: DevReport) => void;

interface ReportOptions {
  readonly log?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Returns a function that prints reports to stderr, and appends them to a file. Throws a usage error. */
export function reporter(terminal: Terminal, { log, json }: ReportOptions): OnReport {
  if (log !== undefined) assertWritable(log);
  return (report) => {
    const text = json ? JSON.stringify(report) : `agent-hook dev: ${textOf(report)}`;
    if (log !== undefined) append(log, `${new Date().toISOString()} ${text}\n`);
    terminal.note(text);
  };
}

const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;
/** Opening a named pipe would otherwise wait for a reader. */
const APPEND = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;

function append(path: string, text: string): void {
  try {
    appendFileSync(path, text, { mode: 0o600, flag: APPEND as never });
  } catch {
    // The report is on stderr, too, and a full disk must not end the hook.
  }
}

function assertWritable(path: string): void {
  try {
    closeSync(openSync(path, APPEND, 0o600));
  } catch (cause) {
    throw usageError(`--log: ${path} cannot be written: ${causeText(cause)}`, cause);
  }
}

function textOf(report: DevReport): string {
  switch (report.event) {
    case "reloaded": {
      const running = report.callsInOldVersion;
      const old = running === 0 ? "" : `; the old version answers ${running} running call${running === 1 ? "" : "s"}`;
      return [
        `${filesText(report.files)}: the new version took over after ${report.ms} ms${old}`,
        ...report.notes,
      ].join("\n  ");
    }
    case "broken": {
      const { old } = report;
      const answers = old === "nothing" ? "calls fail until the next save" : `${old} answers`;
      return `${filesText(report.files)}: the new version is broken, and ${answers}: ${report.reason}`;
    }
    case "ended":
      return `${report.reason}: calls fail until the next save`;
  }
}

function filesText(files: readonly string[]): string {
  const [first, ...more] = files.map((file) => relative("", file) || file);
  if (first === undefined) return "the hook";
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}
