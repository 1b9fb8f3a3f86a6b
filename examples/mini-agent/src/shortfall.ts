import type { Turn } from "./turn.js";

/** Returns why the answer did not come through the hook, or `undefined` if it did. */
export function shortfallOf({ question, reply, answers, offered }: Turn): string | undefined {
  const good = answers.filter((answer) => !answer.isError);
  if (good.some((answer) => answer.handled || carries(reply, answer.text, question))) return undefined;
  const [first] = good;
  if (first) return `the hook answered ${first.tool}, but the model's reply does not contain it`;
  const [failed] = answers;
  if (failed) return `the hook answered ${failed.tool} with an error`;
  if (offered.length === 0) return "the hook offered no tool, so it could not answer";
  return `the model called no tool that the hook offered (${offered.join(", ")})`;
}

/**
 * A model rephrases, so this looks for a number of the answer. If the answer has no numbers, it looks for a word of
 * more than three letters that is not in the question.
 */
function carries(reply: string, answer: string, question: string): boolean {
  const replyWords = new Set(wordsOf(reply));
  const words = wordsOf(answer);
  const numbers = words.filter((word) => /^\d/.test(word));
  if (numbers.length > 0) return numbers.some((number) => replyWords.has(number));
  const questionWords = new Set(wordsOf(question));
  return words.some((word) => word.length > 3 && replyWords.has(word) && !questionWords.has(word));
}

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(/(?<=\d),(?=\d{3})/g, "");
  return plain.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? [];
}
