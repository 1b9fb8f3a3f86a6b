import { basename, parse, resolve } from "node:path";

/** A hook's command that starts with `agent-hook trace --out FILE --`. */
export interface TracedCommand {
  /** The words up to the first `--`, including it. */
  readonly tracer: readonly [string, ...string[]];
  readonly out: string;
  readonly hook: readonly [string, ...string[]];
}

/** Splits a command that records a hook. Returns `undefined` for any other command. */
export function tracedCommand(command: readonly string[]): TracedCommand | undefined {
  const end = command.indexOf("--") + 1;
  const [program, ...words] = command.slice(0, end);
  const [hook, ...hookWords] = command.slice(end);
  const at = words.indexOf("trace");
  if (program === undefined || hook === undefined || at === -1) return undefined;
  if (![program, ...words.slice(0, at)].some((word) => /^agent-hook(\.[cm]?js)?$/.test(basename(word))))
    return undefined;
  const [out] = words.flatMap((word, index) =>
    word.startsWith("--out=") ? [word.slice("--out=".length)] : words[index - 1] === "--out" ? [word] : [],
  );
  return out === undefined ? undefined : { tracer: [program, ...words], out, hook: [hook, ...hookWords] };
}

/** Returns the words of a tracer that writes to another file. The agent starts it in a folder of its own choice. */
export function withOut({ tracer: [program, ...words] }: TracedCommand, file: string): [string, ...string[]] {
  const path = resolve(file);
  const changed = words.map((word, index) =>
    word.startsWith("--out=") ? `--out=${path}` : words[index - 1] === "--out" ? path : word,
  );
  return [program, ...changed];
}

/** Returns the file for the messages of the hook's MCP server, next to the one for its hook process. */
export function serverOut(out: string): string {
  const { dir, name, ext } = parse(resolve(out));
  return resolve(dir, `${name}-mcp${ext}`);
}
