import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluate } from "../src/arithmetic.js";
import { ArithmeticError } from "../src/arithmetic-error.js";

const BINARY = ["+", "-", "*", "/", "%", "**"] as const;

type Tree =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "minus"; readonly of: Tree }
  | { readonly kind: "binary"; readonly operator: (typeof BINARY)[number]; readonly left: Tree; readonly right: Tree };

const LEVELS = { "+": 1, "-": 1, "*": 2, "/": 2, "%": 2, minus: 3, "**": 4, number: 5 };

const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.nat(4000).map((eighths): Tree => ({ kind: "number", value: eighths / 8 })),
    tie("tree").map((of): Tree => ({ kind: "minus", of })),
    fc
      .tuple(fc.constantFrom(...BINARY), tie("tree"), tie("tree"))
      .map(([operator, left, right]): Tree => ({ kind: "binary", operator, left, right })),
  ),
})).tree;

/** Formats a tree without unnecessary parentheses, so that precedence and direction are tested. */
function formatted(node: Tree, lowest: number, space: string): string {
  const level = LEVELS[node.kind === "binary" ? node.operator : node.kind];
  const text = bare(node, level, space);
  return level < lowest ? `(${text})` : text;
}

function bare(node: Tree, level: number, space: string): string {
  if (node.kind === "number") return String(node.value);
  if (node.kind === "minus") return `-${formatted(node.of, LEVELS.minus, space)}`;
  const [left, right] = node.operator === "**" ? [LEVELS.number, LEVELS.minus] : [level, level + 1];
  return [formatted(node.left, left, space), node.operator, formatted(node.right, right, space)].join(space);
}

/** Returns the value of a tree, or `undefined` if a step has no finite value or divides by zero. */
function treeValue(node: Tree): number | undefined {
  if (node.kind === "number") return node.value;
  if (node.kind === "minus") {
    const of = treeValue(node.of);
    return of === undefined ? undefined : -of;
  }
  const [left, right] = [treeValue(node.left), treeValue(node.right)];
  if (left === undefined || right === undefined) return undefined;
  const value = {
    "+": left + right,
    "-": left - right,
    "*": left * right,
    "/": left / right,
    "%": left % right,
    "**": left ** right,
  }[node.operator];
  return Number.isFinite(value) ? value : undefined;
}

function outcomeOf(expression: string): number | undefined {
  try {
    return evaluate(expression);
  } catch (error) {
    if (error instanceof ArithmeticError) return undefined;
    throw error;
  }
}

describe("arithmetic", () => {
  test.each([
    ["2 * (3 + 4)", 14],
    ["-2 ** 2", -4],
    ["2 ** 3 ** 2", 512],
    ["2 ** -1", 0.5],
    ["7 - 4 - 2", 1],
    ["-7 % 3", -1],
    ["--3", 3],
    ["2*+3", 6],
    [".5 + 1.", 1.5],
    ["1e3 / 4", 250],
    [" ( ( 1 ) ) ", 1],
  ])("%s is %d", (expression, value) => {
    expect(evaluate(expression)).toBe(value);
  });

  test.each([
    ["1 / 0", "division by zero"],
    ["1 % (2 - 2)", "division by zero"],
    ["0 ** -1", "division by zero"],
    ["9 ** 9 ** 9", "the result is too large"],
    ["1e999", "the result is too large"],
    ["(-8) ** 0.5", "the result is not a real number"],
    ["", "the expression ends where a number should be"],
    ["2 *", "the expression ends where a number should be"],
    ["2 * / 3", 'expected a number at column 5, found "/"'],
    ["(1 + 2", 'the "(" at column 1 is never closed'],
    ["1 + 2)", 'unexpected ")" at column 6'],
    ["2 3", 'unexpected "3" at column 3'],
    ["2 ^ 3", 'unexpected "^" at column 3; use numbers, + - * / % ** and parentheses'],
    ["process.exit()", 'unexpected "p" at column 1; use numbers, + - * / % ** and parentheses'],
    ["1 +  é", 'unexpected "é" at column 6; use numbers, + - * / % ** and parentheses'],
  ])("%s is rejected: %s", (expression, message) => {
    expect(() => evaluate(expression)).toThrow(new ArithmeticError(message));
  });

  test("depth and length are limited", () => {
    expect(evaluate(`${"(".repeat(90)}1${")".repeat(90)}`)).toBe(1);
    expect(() => evaluate(`${"(".repeat(101)}1${")".repeat(101)}`)).toThrow("more than 100 levels deep");
    expect(() => evaluate(`${"-".repeat(200)}1`)).toThrow("more than 100 levels deep");
    expect(() => evaluate(Array(200).fill("1").join("**"))).toThrow("more than 100 levels deep");
    expect(() => evaluate("1".repeat(1001))).toThrow("the expression is longer than 1000 characters");
  });

  test("a long flat sum is not deeply nested", () => {
    expect(evaluate(Array(500).fill("1").join("+"))).toBe(500);
  });

  test("any tree, written with as few parentheses as possible, evaluates to the tree's value", () => {
    fc.assert(
      fc.property(tree, fc.constantFrom("", " ", "  "), (node, space) => {
        const text = formatted(node, 0, space);
        fc.pre(text.length <= 1000 && !/-{50}/.test(text));
        expect(outcomeOf(text)).toBe(treeValue(node));
      }),
      { numRuns: 2000 },
    );
  });

  test("any text evaluates to a finite number or throws an ArithmeticError", () => {
    const pieces = fc.constantFrom(..."0123456789.eE+-*/%() \t\n^x_", "**", "1e", "constructor", "😀");
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 40 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, (expression) => {
        const value = outcomeOf(expression);
        expect(value === undefined || Number.isFinite(value)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
