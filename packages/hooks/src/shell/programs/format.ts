import { checkLength } from "../limits.js";

/** A text whose escapes are replaced, as `printf` and `echo -e` do. `ended`: whether `\c` ended all output. */
export interface Escaped {
  readonly text: string;
  readonly ended: boolean;
}

const SIMPLE: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", e: "\x1b", E: "\x1b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
  ...{ "\\": "\\", '"': '"', "'": "'" },
};
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|(.))/gs;

export function unescaped(text: string): Escaped {
  const end = /(?:^|[^\\])(?:\\\\)*\\c/.exec(text);
  const kept = end ? text.slice(0, end.index + end[0].length - 2) : text;
  const plain = kept.replace(ESCAPE, (whole, hex, unicode, long, octal, char) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    if (char !== undefined) return SIMPLE[char] ?? whole;
    const code = Number.parseInt(hex ?? unicode ?? long, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
  return { text: plain, ended: end !== null };
}

const DIRECTIVE = /%(?:%|([-+ #0]*)(\d*)(?:\.(\d+))?([a-zA-Z]))/g;

/** Returns what `printf FORMAT ARGS` writes, or `undefined` for a format that is not followed. */
export function formatted(format: string, args: readonly string[]): string | undefined {
  const { text, ended } = unescaped(format);
  let out = "";
  let next = 0;
  let isFollowed = true;
  let isOver = ended;
  do {
    const before = next;
    out += text.replace(DIRECTIVE, (whole, _flags, width, precision, kind) => {
      if (whole === "%%") return "%";
      const arg = args[next++] ?? "";
      if (kind === "b") {
        const escaped = unescaped(arg);
        isOver ||= escaped.ended;
        return escaped.text;
      }
      if (kind === "s")
        return (precision === undefined ? arg : arg.slice(0, Number(precision))).padStart(checked(Number(width)));
      if (kind === "d" || kind === "i") return /^-?\d+$/.test(arg) ? arg : "0";
      if (kind === "c") return arg.slice(0, 1);
      isFollowed = false;
      return "";
    });
    checkLength(out.length);
    // The format is used again until no argument is left.
    if (next === before) break;
  } while (next < args.length && !isOver);
  return isFollowed ? out : undefined;
}

function checked(width: number): number {
  checkLength(width);
  return width;
}
