import { ArithmeticError, finite } from "./arithmetic-error.js";
import { type Token, tokensOf } from "./tokens.js";

const MAX_LENGTH = 1000;
const MAX_DEPTH = 100;

/**
 * Evaluates an expression of numbers, `+ - * / % **` and parentheses. `**` binds tightest and is right-associative,
 * then a sign (`-2 ** 2` is -4), then `* / %`, then `+ -`. `%` is the remainder with the sign of the dividend.
 */
export function evaluate(expression: string): number {
  if (expression.length > MAX_LENGTH)
    throw new ArithmeticError(`the expression is longer than ${MAX_LENGTH} characters`);
  const parser = new Parser(tokensOf(expression));
  const value = parser.sum();
  parser.end();
  return value;
}

/** A recursive descent parser with one method per level of precedence. */
class Parser {
  #next = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  sum(): number {
    let value = this.#product();
    for (;;) {
      if (this.#take("+")) value = finite(value + this.#product());
      else if (this.#take("-")) value = finite(value - this.#product());
      else return value;
    }
  }

  end(): void {
    const token = this.tokens[this.#next];
    if (token) throw new ArithmeticError(`unexpected "${token.text}" at column ${token.column}`);
  }

  #product(): number {
    let value = this.#signed();
    for (;;) {
      if (this.#take("*")) value = finite(value * this.#signed());
      else if (this.#take("/")) value = finite(value / this.#divisor());
      else if (this.#take("%")) value = finite(value % this.#divisor());
      else return value;
    }
  }

  #divisor(): number {
    const value = this.#signed();
    if (value === 0) throw new ArithmeticError("division by zero");
    return value;
  }

  #signed(): number {
    // Every recursion passes through here.
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new ArithmeticError(`more than ${MAX_DEPTH} levels deep`);
    const value = this.#take("-") ? -this.#signed() : this.#take("+") ? this.#signed() : this.#power();
    this.#depth -= 1;
    return value;
  }

  #power(): number {
    const base = this.#operand();
    if (!this.#take("**")) return base;
    const exponent = this.#signed();
    if (base === 0 && exponent < 0) throw new ArithmeticError("division by zero");
    return finite(base ** exponent);
  }

  #operand(): number {
    const token = this.tokens[this.#next];
    if (!token) throw new ArithmeticError("the expression ends where a number should be");
    if (token.value !== undefined) {
      this.#next += 1;
      return token.value;
    }
    if (!this.#take("(")) {
      throw new ArithmeticError(`expected a number at column ${token.column}, found "${token.text}"`);
    }
    const value = this.sum();
    if (!this.#take(")")) throw new ArithmeticError(`the "(" at column ${token.column} is never closed`);
    return value;
  }

  #take(operator: string): boolean {
    if (this.tokens[this.#next]?.text !== operator) return false;
    this.#next += 1;
    return true;
  }
}
