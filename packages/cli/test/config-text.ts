import fc from "fast-check";

type Json = Record<string, unknown>;

/** A style of writing JSON. */
export interface Form {
  /** `undefined` puts everything on one line. */
  readonly indent: string | undefined;
  readonly eol: "\n" | "\r\n";
  readonly colon: ":" | ": ";
  readonly trailingCommas: boolean;
  readonly finalNewline: boolean;
  /** The comments after values, in order and repeating. They are numbered. */
  readonly comments: readonly ("none" | "line" | "block")[];
}

export const forms: fc.Arbitrary<Form> = fc.record({
  indent: fc.constantFrom(undefined, "  ", "    ", "\t"),
  eol: fc.constantFrom("\n", "\r\n"),
  colon: fc.constantFrom(":", ": "),
  trailingCommas: fc.boolean(),
  finalNewline: fc.boolean(),
  comments: fc.array(fc.constantFrom("none", "none", "line", "block"), { minLength: 1, maxLength: 9 }),
});

/** Forms without comments, as a program writes JSON. */
export const plainForms: fc.Arbitrary<Form> = forms.map((form) => ({
  ...form,
  trailingCommas: false,
  comments: ["none"],
}));

/** Objects without empty objects in them: a removal cannot distinguish these from objects that it emptied. */
export const objects: fc.Arbitrary<Json> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    tie("value"),
    { minKeys: 1, maxKeys: 4, noNullPrototype: true },
  ),
})).object as fc.Arbitrary<Json>;

/** Writes a value in this form. */
export function written(value: unknown, form: Form): string {
  let count = 0;
  const comment = (): string => {
    const kind = form.comments[count++ % form.comments.length];
    if (kind === "block") return ` /* ${count}, } */`;
    return kind === "line" && form.indent !== undefined ? ` // ${count}, }` : "";
  };
  const list = (items: readonly string[], [open, close]: string, depth: number): string => {
    if (items.length === 0) return `${open}${close}`;
    const { indent, eol } = form;
    const line = (by: number) => (indent === undefined ? "" : eol + indent.repeat(by));
    const rows = items.map((item, index) => {
      const last = index === items.length - 1;
      return line(depth + 1) + item + (last && !form.trailingCommas ? "" : ",") + comment();
    });
    return open + comment() + rows.join("") + line(depth) + close;
  };
  const text = (item: unknown, depth: number): string => {
    if (Array.isArray(item))
      return list(
        item.map((each) => text(each, depth + 1)),
        "[]",
        depth,
      );
    if (typeof item !== "object" || item === null) return JSON.stringify(item);
    const rows = Object.entries(item).map(([key, each]) => JSON.stringify(key) + form.colon + text(each, depth + 1));
    return list(rows, "{}", depth);
  };
  return text(value, 0) + (form.finalNewline ? form.eol : "");
}

/** Returns the comments that `written` added. */
export function commentsOf(text: string): string[] {
  return text.match(/\/\* \d+, \} \*\/|\/\/ \d+, \}/g) ?? [];
}
