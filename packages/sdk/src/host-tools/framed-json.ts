/** The text around the JSON of a config that is part of a program: a file that the host loads as code. */
export interface Frame {
  /** Ends with `const CONFIG = `. */
  readonly before: string;
  /** Starts with `;`. */
  readonly after: string;
}

/** In JSON that is printed over several lines, only the last brace is at the start of a line. */
const CONFIG = /^const CONFIG = (\{\}|\{\n[\s\S]*?\n\});$/m;

/** Returns the text of a file with this JSON. */
export function framedText({ before, after }: Frame, json: string): string {
  return before + json + after;
}

/** Returns whether this program is around the JSON of a file. */
export function isFramed({ before, after }: Frame, text: string): boolean {
  return (
    text.startsWith(before) && text.endsWith(after) && jsonIn(text)?.length === text.length - (before + after).length
  );
}

/** Returns the JSON in a file, or `undefined` if there is none. The text around it may be of another version. */
export function jsonIn(text: string): string | undefined {
  return CONFIG.exec(text)?.[1];
}
