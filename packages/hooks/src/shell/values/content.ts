import { checkLength, spend } from "../limits.js";

/** Where the content of a file, a pipe, a variable or an argument comes from, as far as it matters to a rule. */
export interface Marks {
  /** The content was fetched over the network. */
  readonly remote?: boolean | undefined;
  /** The content was decoded or scrambled, so that a reader of the command does not see it. */
  readonly decoded?: boolean | undefined;
  /** The content contains, or may contain, a secret. */
  readonly sensitive?: boolean | undefined;
  /** The content is an archive of files and folders. */
  readonly packed?: boolean | undefined;
  /** The content is, or has in it, the value of a variable whose name is that of a secret. */
  readonly named?: boolean | undefined;
  /** The content was copied or linked from a file of secrets, such as a private key. The new file's name hides that. */
  readonly secret?: boolean | undefined;
}

/** What a file, a pipe or a variable contains. `text` is undefined if it is not known. */
export interface Content extends Marks {
  readonly text: string | undefined;
  /** What an unknown text consists of, if all of it is known text, or a file as it was before the command. */
  readonly parts?: readonly Part[] | undefined;
}

export type Part = { readonly text: string } | { readonly file: string };

/**
 * One argument of a program. Private-use characters in its text stand for unknown parts (holes) and for unquoted
 * pattern characters such as `*`: see `text.ts`.
 */
export interface Arg extends Marks {
  readonly text: string;
}

export const EMPTY: Content = { text: "" };
export const UNKNOWN: Content = { text: undefined };

/** What a text costs is less than that of parsing it. */
const WORK = 1 / 16;

export function argOf(text: string, marks: Marks = {}): Arg {
  checkLength(text.length);
  spend(5 + text.length * WORK);
  return { ...marksOf(marks), text };
}

export function contentOf(text: string | undefined, marks: Marks = {}): Content {
  if (text !== undefined) {
    checkLength(text.length);
    spend(2 + text.length * WORK);
  }
  return { ...marksOf(marks), text };
}

function marksOf({ remote, decoded, sensitive, packed, named, secret }: Marks): Marks {
  return {
    ...(remote && { remote }),
    ...(decoded && { decoded }),
    ...(sensitive && { sensitive }),
    ...(packed && { packed }),
    ...(named && { named }),
    ...(secret && { secret }),
  };
}

export function mergedMarks(all: readonly Marks[]): Marks {
  return marksOf({
    remote: all.some((marks) => marks.remote),
    decoded: all.some((marks) => marks.decoded),
    sensitive: all.some((marks) => marks.sensitive),
    packed: all.some((marks) => marks.packed),
    named: all.some((marks) => marks.named),
    secret: all.some((marks) => marks.secret),
  });
}

/** Concatenates contents. The resulting text is unknown if the text of a part is unknown. */
export function joined(all: readonly Content[]): Content {
  const texts = all.map(({ text }) => text);
  if (!texts.includes(undefined)) return contentOf(texts.join(""), mergedMarks(all));
  const parts = all.map(partsOf);
  const isComplete = parts.every((some) => some !== undefined);
  return { ...contentOf(undefined, mergedMarks(all)), ...(isComplete && { parts: parts.flat() }) };
}

export function partsOf({ text, parts }: Content): readonly Part[] | undefined {
  return text === undefined ? parts : [{ text }];
}

/** Returns content with the same marks and an unknown text. */
export function changed(content: Content): Content {
  return contentOf(undefined, content);
}
