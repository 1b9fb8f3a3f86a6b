/** Says what is wrong with an expression, in words that its author can act on. */
export class ArithmeticError extends Error {
  override readonly name = "ArithmeticError";
}

/** The value, if it is one that can be worked with. */
export function finite(value: number): number {
  if (Number.isNaN(value)) throw new ArithmeticError("the result is not a real number");
  if (!Number.isFinite(value)) throw new ArithmeticError("the result is too large");
  return value;
}
