import { causeText } from "../files/read-file.js";
import type { Invocation } from "../invocation.js";
import { type AuditedHooks, auditedHooks, hooksAndPaths } from "./audited-hooks.js";
import { type FoundSession, keptSessions, namedSessions, sessionHosts } from "./find-sessions.js";
import { Judge } from "./judge.js";
import { printReport, reportDocument } from "./print-report.js";
import { type SessionHost, SessionReading } from "./read-session.js";
import { Report } from "./report.js";
import { sinceTime } from "./since.js";

/** The options of `audit`. */
export interface AuditFlags {
  readonly policy?: string;
  readonly host?: readonly string[];
  readonly since?: string;
  readonly also?: readonly string[];
  readonly json?: true;
}

/** Presents recorded calls to a policy, and reports what it would have done. */
export async function audit(invocation: Invocation, words: readonly string[], flags: AuditFlags): Promise<void> {
  const { terminal } = invocation;
  const { hooks: named, paths } = hooksAndPaths(words);
  const hosts = sessionHosts(flags.host);
  const since = sinceTime(flags.since ?? (paths.length === 0 ? "7d" : "all"), Date.now());
  const audited = await auditedHooks({ policy: flags.policy, named, also: flags.also ?? [] });
  const found = paths.length === 0 ? await keptSessions(hosts, since) : await namedSessions(paths, hosts, since);
  const report = new Report(flags.json === true);
  const auditor = new Auditor(audited, report, since);
  for (const [index, session] of found.entries()) {
    terminal.progress(`reading session ${index + 1} of ${found.length}`);
    await auditor.read(session);
  }
  terminal.clearProgress();
  if (flags.json) terminal.printJson(reportDocument(report, audited, since));
  else printReport(terminal, report, audited);
}

/** Reads sessions and judges their calls, each once. */
class Auditor {
  readonly #judges = new Map<SessionHost, Judge>();
  readonly #seen = new Set<string>();

  constructor(
    private readonly audited: AuditedHooks,
    private readonly report: Report,
    private readonly since: number,
  ) {}

  async read({ path, host }: FoundSession): Promise<void> {
    const reading = new SessionReading(path, host);
    try {
      for await (const call of reading.calls()) {
        if (reading.host !== undefined && isRecent(call.time, this.since)) await this.#judge(reading.host, path, call);
      }
    } catch (error) {
      // One unreadable file must not hide the others.
      this.report.problems.push({ file: path, problem: `cannot be read: ${causeText(error)}` });
    }
    if (reading.host !== undefined) this.report.addSession(reading.host);
    this.report.addUnread(path, reading.unread);
  }

  async #judge(host: SessionHost, path: string, call: Parameters<Report["addCall"]>[1]): Promise<void> {
    const id = `${host}/${call.id}`;
    if (this.#seen.has(id)) {
      this.report.duplicates++;
      return;
    }
    this.#seen.add(id);
    try {
      this.report.addCall(host, call, await this.#judgeOf(host).judge(call));
    } catch (error) {
      this.report.problems.push({ file: path, problem: `a call cannot be judged: ${causeText(error)}` });
    }
  }

  #judgeOf(host: SessionHost): Judge {
    const judge = this.#judges.get(host) ?? new Judge(host, this.audited.hooks);
    this.#judges.set(host, judge);
    return judge;
  }
}

/** A call without a time counts as recent. */
function isRecent(time: string | undefined, since: number): boolean {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) || at >= since;
}
