/** The longest text that a shell is given, in characters: Linux passes no longer argument to a program. */
const MAX_LENGTH = 131_072;

/** The work that the commands of one call may take, counted in characters that are read. */
const MAX_WORK = 500_000;

/** Ends the judgement of a command. The message says which limit it reached, as the end of a sentence. */
class TooLarge extends Error {}

/** Returns what a judgement returns, or what the other function makes of the limit that it reached. */
export function unlessTooLarge<Value>(judge: () => Value, otherwise: (limit: string) => Value): Value {
  try {
    return judge();
  } catch (error) {
    if (error instanceof TooLarge) return otherwise(error.message);
    // The parser and the rules call themselves for each level of the text.
    if (error instanceof RangeError) return otherwise(TOO_DEEP);
    throw error;
  }
}

/** Returns the reason of a denial. */
export function tooLargeBecause(limit: string): string {
  return `The command is too large to judge: ${limit}. Split it into several commands.`;
}

/** Ends the judgement of a command: what is left of it is not judged, so the command is denied. */
export function giveUp(why: string): never {
  throw new TooLarge(why);
}

let left = Number.POSITIVE_INFINITY;

/** Judges commands with limited work. The work of a judgement inside another counts, too. */
export function withinLimits<Value>(judge: () => Value): Value {
  if (left !== Number.POSITIVE_INFINITY) return judge();
  left = MAX_WORK;
  try {
    return judge();
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

/** Counts work, and ends the judgement once it was too much. */
export function spend(work: number): void {
  left -= work;
  if (left < 0) giveUp("it takes too long to follow");
}

/** Ends the judgement if a text is too long for a shell. */
export function checkLength(length: number): void {
  if (length > MAX_LENGTH) giveUp(`a text in it has more than ${MAX_LENGTH} characters`);
}

export const TOO_DEEP = "it is nested too deeply";

/** Returns a text with a value in place of each mark. */
export function filledIn(text: string, mark: string, value: string): string {
  const parts = text.split(mark);
  checkLength(text.length + (parts.length - 1) * value.length);
  return parts.join(value);
}
