import { stripVTControlCharacters, styleText } from "node:util";
import type { Steps } from "./steps.js";

const LABEL = 15;
const INDENT = 3;

type Style = Parameters<typeof styleText>[0];

/** Prints the run as numbered steps. Colors and wrapped lines only appear on a terminal. */
export interface Terminal extends Steps {
  /** A line outside the steps. */
  line(text: string, style?: Style): void;
  /** A line of the wire. */
  wire(from: "host" | "hook", text: string): void;
  /** A label and a text outside the steps. */
  fact(label: string, text: string): void;
}

export function terminalOn(stream: NodeJS.WriteStream): Terminal {
  const coloured = stream.isTTY && !process.env.NO_COLOR;
  const width = stream.isTTY ? Math.max(60, Math.min(stream.columns || 100, 120)) : Number.POSITIVE_INFINITY;
  const paint = (style: Style, text: string) => (coloured ? styleText(style, text) : text);
  const write = (text: string) => stream.write(`${text}\n`);
  let step = 0;

  const fact = (label: string, text: string, style: Style = "dim") => {
    const [first = "", ...rest] = wrapped(printable(text), width - INDENT - LABEL);
    write(`${" ".repeat(INDENT)}${paint(style, label.padEnd(LABEL))}${first}`);
    for (const line of rest) write(`${" ".repeat(INDENT + LABEL)}${line}`);
  };

  return {
    line: (text, style) => write(style ? paint(style, printable(text)) : printable(text)),
    fact,
    begin: (title) => {
      step += 1;
      write(`\n${paint("bold", `${step}. ${title}`)}`);
    },
    tell: fact,
    warn: (label, text) => fact(label, text, "yellow"),
    wire: (from, text) =>
      write(`${" ".repeat(INDENT)}${paint("dim", `${from === "host" ? ">" : "<"} ${printable(text)}`)}`),
  };
}

/** Removes control characters: the text of a model or a hook must not move the cursor or set colors. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return stripVTControlCharacters(text).replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, " ");
}

function wrapped(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => {
    const lines: string[] = [];
    let current: string | undefined;
    for (const word of line.split(" ")) {
      if (current?.trim() && current.length + 1 + word.length > width) {
        lines.push(current);
        current = word;
      } else {
        current = current === undefined ? word : `${current} ${word}`;
      }
    }
    return [...lines, current ?? ""];
  });
}
