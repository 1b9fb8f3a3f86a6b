import { ArithmeticError, finite } from "./arithmetic-error.js";

const TOKEN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|(\*\*|[-+*/%()]))/y;

export interface Token {
  readonly text: string;
  /** Only set for a number. */
  readonly value?: number;
  /** Starts at 1. */
  readonly column: number;
}

/** Returns numbers, operators and parentheses in order. Throws an error that names any other character. */
export function tokensOf(expression: string): Token[] {
  const source = expression.trimEnd();
  const pattern = new RegExp(TOKEN);
  const tokens: Token[] = [];
  while (pattern.lastIndex < source.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(source);
    const [whole = "", number, operator] = match ?? [];
    const column = start + whole.length - (number ?? operator ?? "").length + 1;
    if (number !== undefined) tokens.push({ text: number, value: finite(Number(number)), column });
    else if (operator !== undefined) tokens.push({ text: operator, column });
    else throw unexpectedCharacter(source, start);
  }
  return tokens;
}

function unexpectedCharacter(source: string, start: number): ArithmeticError {
  const rest = source.slice(start);
  const [character = ""] = rest.trimStart();
  const column = start + rest.length - rest.trimStart().length + 1;
  return new ArithmeticError(
    `unexpected "${character}" at column ${column}; use numbers, + - * / % ** and parentheses`,
  );
}
