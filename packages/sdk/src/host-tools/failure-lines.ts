/** How `serve` begins the report that a hook cannot start. The next line has the reason. */
const CANNOT_START = "agent-hook: the hook cannot start:";

/**
 * Returns why a hook with the SDK could not start, and which of its handlers failed. Only its stderr shows that: the
 * answers are those of its failure policy, as if it had decided them.
 */
export function failuresIn(stderr: readonly string[]): string[] {
  return stderr.flatMap((line, index) => {
    const { [index + 1]: next } = stderr;
    if (line === CANNOT_START) return next === undefined ? [] : [`start: ${next}`];
    const [, where, why] = /^\[.*?\] error: (.+?) failed \(id \w+\): (.*)$/.exec(line) ?? [];
    return where === undefined ? [] : [`${where}: ${why}`];
  });
}
