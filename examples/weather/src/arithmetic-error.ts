/** An error in an expression, with a message that helps its author to correct it. */
export class ArithmeticError extends Error {
  override readonly name = "ArithmeticError";
}

/** Returns the value, or throws if it is not a finite number. */
export function finite(value: number): number {
  if (Number.isNaN(value)) throw new ArithmeticError("the result is not a real number");
  if (!Number.isFinite(value)) throw new ArithmeticError("the result is too large");
  return value;
}
