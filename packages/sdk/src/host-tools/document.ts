import { isObject, objectIn } from "../text/index.js";

/** A JSON object. */
export type Document = Readonly<Record<string, unknown>>;

/** Parses a text that consists of exactly one JSON object; otherwise returns `undefined`. */
export function documentIn(text = ""): Document | undefined {
  return objectIn(text);
}

/** Returns the object at a key, or an empty one. */
export function objectAt(document: Document, key: string): Document {
  const value = document[key];
  return isObject(value) ? value : {};
}

/** Returns the text at a key, if it is not blank. */
export function textAt(document: Document, key: string): string | undefined {
  const value = document[key];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Returns the texts that are defined. */
export function definedTexts(...texts: readonly (string | undefined)[]): readonly string[] {
  return texts.filter((text) => text !== undefined);
}

/**
 * Returns the first required parameter that is not a string. For tools whose host rejects such arguments (observed).
 */
export function missingParameter(args: unknown, required: readonly string[] = []): string | undefined {
  return required.find((name) => typeof (isObject(args) ? args[name] : undefined) !== "string");
}

/** Returns the text of a message: of a string, a part, or a list of parts. Parts without a text are left out. */
export function textOfParts(content: unknown): string {
  if (typeof content === "string") return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts.flatMap((part) => (isObject(part) && typeof part.text === "string" ? part.text : [])).join("\n");
}
