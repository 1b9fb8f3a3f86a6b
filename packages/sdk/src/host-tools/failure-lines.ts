/** How `serve` begins the report that a hook cannot start. The next line has the reason. */
const CANNOT_START = "agent-hook: the hook cannot start:";

/** A failure that a hook with the SDK reports on stderr. */
export interface ReportedFailure {
  /** `start`, or what failed, such as `beforeTool`. */
  readonly where: string;
  readonly why: string;
}

/**
 * Returns why a hook with the SDK could not start, and which of its handlers failed. Only its stderr shows that: the
 * answers are those of its failure policy, as if it had decided them.
 */
export function failuresIn(stderr: readonly string[]): ReportedFailure[] {
  return stderr.flatMap((line, index) => {
    const { [index + 1]: next } = stderr;
    if (line === CANNOT_START) return next === undefined ? [] : [{ where: "start", why: next }];
    const [, where, why = ""] = /^\[.*?\] error: (.+?) failed \(id \w+\): (.*)$/.exec(line) ?? [];
    return where === undefined ? [] : [{ where, why }];
  });
}
