import type { ArithmeticBinary, ArithmeticExpression, WordPart } from "unbash";
import { argOf, UNKNOWN } from "../values/content.js";
import type { State } from "../values/state.js";
import { HOLE } from "../values/text.js";
import type { Shell } from "./shell.js";

/** Returns the value of an arithmetic expression of plain numbers, or else a hole. Runs the commands inside it. */
export function arithmeticOf(expression: ArithmeticExpression | undefined, state: State, shell: Shell): string {
  const value = expression === undefined ? undefined : numberOf(expression, state, shell);
  return value === undefined || !Number.isSafeInteger(value) ? HOLE : String(value);
}

function numberOf(node: ArithmeticExpression, state: State, shell: Shell): number | undefined {
  switch (node.type) {
    case "ArithmeticGroup":
      return numberOf(node.expression, state, shell);
    case "ArithmeticBinary": {
      const left = numberOf(node.left, state, shell);
      const right = numberOf(node.right, state, shell);
      if (isAssignment(node.operator)) return assign(node, right, state);
      return left === undefined || right === undefined ? undefined : binary(node.operator, left, right);
    }
    case "ArithmeticUnary":
      numberOf(node.operand, state, shell);
      return undefined;
    case "ArithmeticTernary":
      for (const part of [node.test, node.consequent, node.alternate]) numberOf(part, state, shell);
      return undefined;
    case "ArithmeticCommandExpansion":
      if (node.script) shell.script(node.script, state.subshell(), UNKNOWN);
      return undefined;
    case "ArithmeticWord":
      for (const part of node.parts ?? []) runInside(part, state, shell);
      return /^\d{1,9}$/.test(node.value) ? Number(node.value) : undefined;
  }
}

function runInside(part: WordPart, state: State, shell: Shell): void {
  if (part.type === "CommandExpansion" && part.script) shell.script(part.script, state.subshell(), UNKNOWN);
  if (part.type === "DoubleQuoted") for (const child of part.parts) runInside(child, state, shell);
}

function isAssignment(operator: string): boolean {
  return operator.endsWith("=") && !/^[=!<>]=$/.test(operator);
}

/** Sets the variable. What an operator such as `+=` makes of it is not known. */
function assign({ operator, left }: ArithmeticBinary, value: number | undefined, state: State): number | undefined {
  const result = operator === "=" ? value : undefined;
  if (left.type === "ArithmeticWord" && /^[a-z_]\w*$/i.test(left.value)) {
    state.set(left.value, [argOf(result === undefined ? HOLE : String(result))]);
  }
  return result;
}

function binary(operator: string, left: number, right: number): number | undefined {
  if (operator === "+") return left + right;
  if (operator === "-") return left - right;
  if (operator === "*") return left * right;
  return undefined;
}
