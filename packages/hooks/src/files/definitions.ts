import type { Definitions } from "@agent-hook/sdk/internal/machines";

/** Where hosts disagree about the end of the frontmatter, or about the end of a line in it. */
const AMBIGUOUS = /---|[\v\f\x85\u2028\u2029]/;
/** Escapes with which a quoted key can hide its letters. Those of this list stand for other characters. */
const HIDES_LETTERS = /\\[^0abtnvfreNLP_ "/\\]/;

/** Parsing a longer one takes long. */
const MAX_LENGTH = 16_384;

/** Whether a text surely has no part that lets the host run code without a hook. */
export async function isHarmless(text: string, { keys, shellLine }: Definitions): Promise<boolean> {
  if (keys === "all" || shellLine?.test(text)) return false;
  const [opening = "", ...lines] = text.trimStart().split(/\r\n?|\n/);
  if (keys.length === 0 || !opening.startsWith("---")) return true;
  const end = lines.indexOf("---");
  const frontmatter = lines.slice(0, end < 0 ? undefined : end).join("\n");
  // Without these letters, no parser finds the keys, however it reads the rest.
  const isNamed = keys.some((key) => folded(`${opening}${frontmatter}`).includes(folded(key)));
  if (!isNamed && !HIDES_LETTERS.test(frontmatter)) return true;
  if (frontmatter.length > MAX_LENGTH || opening !== "---" || end < 0 || AMBIGUOUS.test(frontmatter)) return false;
  return !(await hasKey(frontmatter, keys.map(folded)));
}

/** Whether YAML has one of these keys, at any depth. Also if it is invalid: a host may still read it. */
async function hasKey(yaml: string, keys: readonly string[]): Promise<boolean> {
  // Most processes of a one-shot host judge no such text.
  const { isAlias, isScalar, parseDocument, visit } = await import("yaml");
  const document = parseDocument(yaml, { prettyErrors: false });
  if (document.errors.length + document.warnings.length > 0) return true;
  let isFound = false;
  visit(document, {
    Pair(_, { key }) {
      const node = isAlias(key) ? key.resolve(document) : key;
      if (isScalar(node) && !keys.includes(folded(String(node.value)))) return undefined;
      isFound = true;
      return visit.BREAK;
    },
  });
  return isFound;
}

function folded(text: string): string {
  return text.replaceAll(/[-_]/g, "").toLowerCase();
}
