/** Explains why Node could not start a program. */
export function spawnFailure(message: string, program: string): string {
  if (message.endsWith("ENOENT")) return `the hook could not be started: there is no program "${program}"`;
  if (message.endsWith("EACCES")) return `the hook could not be started: "${program}" may not be run (EACCES)`;
  return `the hook could not be started: ${message}`;
}
