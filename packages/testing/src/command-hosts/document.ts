/** A JSON object. */
export type Document = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Document {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The one object that a text is, from its first character to its last. */
export function documentIn(text = ""): Document | undefined {
  const value = isJson(text) ? JSON.parse(text) : undefined;
  return isObject(value) ? value : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** An object's object of that name, or an empty one. */
export function objectAt(document: Document, key: string): Document {
  const value = document[key];
  return isObject(value) ? value : {};
}

/** A text with something in it. */
export function textAt(document: Document, key: string): string | undefined {
  const value = document[key];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** A list of those that are there. */
export function given(...texts: readonly (string | undefined)[]): readonly string[] {
  return texts.filter((text) => text !== undefined);
}

/** The parameters that tools demand, where an answer without them was seen to be refused. */
export function missing(args: unknown, required: readonly string[] = []): string | undefined {
  return required.find((name) => typeof (isObject(args) ? args[name] : undefined) !== "string");
}
