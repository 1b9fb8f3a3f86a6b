/** A tool call as a host's model writes it. In Codex and Copilot CLI, the arguments of `apply_patch` are a text. */
export interface RequestedTool {
  readonly tool: string;
  readonly arguments: unknown;
}

/**
 * A host's built-in tools for the calls that most hooks are about. Without an entry, the host has no such tool, or its
 * arguments are not known.
 */
export interface BuiltInTools {
  shell(command: string): RequestedTool;
  /** Missing if the host reads files with its shell. */
  read?(path: string): RequestedTool;
  /** Creates a file. */
  write?(path: string, text: string): RequestedTool;
  fetch?(url: string): RequestedTool;
}

/** Quotes a word for the shells of all hosts. */
export function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
