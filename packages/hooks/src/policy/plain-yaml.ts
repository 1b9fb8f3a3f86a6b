/** The values in plain YAML. */
type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

interface Line {
  readonly indent: number;
  readonly text: string;
}

const KEY = /^([A-Za-z$][\w$-]*):(?: +(.*))?$/;
const ITEM = /^- +(.*)$/;
/** An unquoted text. It begins neither with an indicator of YAML nor like a number. */
const PLAIN = /(?:[A-Za-z/]|\.{1,2}\/|~\/)[\w ./~*@+=-]*/y;
const QUOTED = /"([^"\\]*)"|'([^']*)'/y;
const NUMBER = /(?:0|[1-9]\d{0,8})(?![\w.~*@+=/-])/y;

/**
 * Parses the part of YAML in which policies are usually written: mappings and lists in lines, plain and quoted words,
 * `{}` and `[]` on one line, comments. Returns `undefined` for any other text, valid or not: that is for a real parser.
 */
export function parsePlainYaml(text: string): unknown {
  if (!/^[\n\x20-\x7e]*$/.test(text)) return undefined;
  const lines = text
    .split("\n")
    .map((line) => line.replace(/(?:^| )#.*$/, "").trimEnd())
    .filter((line) => line !== "")
    .map((line): Line => ({ indent: line.search(/[^ ]/), text: line.trimStart() }));
  try {
    const blocks = new Blocks(lines);
    return lines.length > 0 && lines[0]?.indent === 0 ? blocks.parse() : undefined;
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

class NotPlain extends Error {}

class Blocks {
  #at = 0;

  constructor(private readonly lines: readonly Line[]) {}

  parse(): Value {
    const value = this.#block(0, 0);
    if (this.#at < this.lines.length) throw new NotPlain();
    return value;
  }

  #block(indent: number, depth: number): Value {
    if (depth > MAX_DEPTH) throw new NotPlain();
    const isList = this.lines[this.#at]?.text.startsWith("- ");
    const list: Value[] = [];
    const map: Record<string, Value> = {};
    for (let line = this.lines[this.#at]; line?.indent === indent; line = this.lines[this.#at]) {
      this.#at++;
      const [, key = "", rest = ""] = (isList ? ITEM.exec(line.text)?.toSpliced(1, 0, "") : KEY.exec(line.text)) ?? [];
      if (isList ? rest === "" : !isNewKey(key, map)) throw new NotPlain();
      const next = this.lines[this.#at];
      const isNested = next !== undefined && next.indent > indent;
      // A deeper line after a value may continue it.
      if (isNested && rest !== "") throw new NotPlain();
      const value = isNested ? this.#block(next.indent, depth + 1) : rest === "" ? null : new Flow(rest).parse();
      if (isList) list.push(value);
      else map[key] = value;
    }
    const next = this.lines[this.#at];
    // A line between two indents belongs to no block.
    if (next !== undefined && next.indent > indent) throw new NotPlain();
    return isList ? list : map;
  }
}

/** A value on one line. */
class Flow {
  #at = 0;

  constructor(private readonly text: string) {}

  parse(): Value {
    const value = this.#value(0);
    if (this.#at < this.text.length) throw new NotPlain();
    return value;
  }

  #value(depth: number): Value {
    if (depth > MAX_DEPTH) throw new NotPlain();
    if (this.#take("{")) return this.#map(depth);
    if (this.#take("[")) return this.#list(depth);
    const quoted = this.#match(QUOTED);
    if (quoted !== undefined) return quoted[1] ?? quoted[2] ?? "";
    const number = this.#match(NUMBER);
    if (number !== undefined) return Number(number[0]);
    const word = this.#match(PLAIN)?.[0].trimEnd() ?? "";
    if (word === "true" || word === "false") return word === "true";
    if (word === "" || KEYWORD.test(word)) throw new NotPlain();
    return word;
  }

  #list(depth: number): Value[] {
    const list: Value[] = [];
    this.#spaces();
    while (!this.#take("]")) {
      if (list.length > 0) this.#comma();
      list.push(this.#value(depth + 1));
      this.#spaces();
    }
    return list;
  }

  #map(depth: number): Record<string, Value> {
    const map: Record<string, Value> = {};
    let isFirst = true;
    this.#spaces();
    while (!this.#take("}")) {
      if (!isFirst) this.#comma();
      isFirst = false;
      const [, key = ""] = this.#match(FLOW_KEY) ?? [];
      if (!isNewKey(key, map)) throw new NotPlain();
      map[key] = this.#value(depth + 1);
      this.#spaces();
    }
    return map;
  }

  #comma(): void {
    if (!this.#take(",")) throw new NotPlain();
    this.#spaces();
  }

  #spaces(): void {
    while (this.#take(" "));
  }

  #take(character: string): boolean {
    const isNext = this.text[this.#at] === character;
    if (isNext) this.#at++;
    return isNext;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.#at = pattern.lastIndex;
    return match;
  }
}

const MAX_DEPTH = 20;
const FLOW_KEY = /([A-Za-z$][\w$-]*): +/y;
/** In some spellings, YAML does not read them as text. */
const KEYWORD = /^(?:true|false|null)$/i;

function isNewKey(key: string, map: object): boolean {
  return key !== "" && !KEYWORD.test(key) && !Object.hasOwn(map, key);
}
