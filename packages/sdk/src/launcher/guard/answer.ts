/** What the hook wrote to its descriptor, as far as the launcher can use it. */
export type GuardAnswer =
  /** One line of JSON in ASCII, or an empty text if the hook made no decision. */
  { readonly document: string } | { readonly problem: string };

/** Reading more would take longer than hosts wait. */
export const MAX_ANSWER_BYTES = 10_000_000;
const NEWLINE = 0x0a;
const NO_ANSWER = { problem: "the hook ended without a whole answer" };

/**
 * Reads an answer: a line with the key, a space and the length of the document in bytes, then the document in one line.
 * It must be complete, and nothing may follow it.
 */
export function readAnswer(written: Buffer, key: string): GuardAnswer {
  const end = written.indexOf(NEWLINE);
  const [, length] = /^(\d{1,8})$/.exec(headOf(written.subarray(0, Math.max(end, 0)), key)) ?? [];
  if (length === undefined) return NO_ANSWER;
  const rest = written.subarray(end + 1);
  if (length === "0") return rest.length === 0 ? { document: "" } : NO_ANSWER;
  if (rest.length !== Number(length) + 1 || rest.at(-1) !== NEWLINE) return NO_ANSWER;
  const document = rest.subarray(0, -1).toString();
  if (/\p{Cc}/u.test(document)) return NO_ANSWER;
  return isObject(document) ? { document: inAscii(document) } : { problem: "its answer is not a JSON object" };
}

/** Returns what follows the key in the first line. */
function headOf(line: Buffer, key: string): string {
  const text = line.toString("latin1");
  return text.startsWith(`${key} `) ? text.slice(key.length + 1) : "";
}

function isObject(document: string): boolean {
  try {
    const value: unknown = JSON.parse(document);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** PowerShell decodes the output of a program with the console's code page. Every code page has ASCII. */
export function inAscii(json: string): string {
  return json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
