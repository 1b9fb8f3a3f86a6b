import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inexactJson } from "../../src/wire/inexact-numbers.js";

const pathOf = (text: string) => {
  const inexact = inexactJson(text);
  return inexact?.pathIn(inexact.value);
};

describe("numbers that JavaScript would change", () => {
  it.each([
    ['{"to":{"account":[1,9007199254740993]}}', "to.account.1"],
    ['{"account":-9007199254740993}', "account"],
    ['{"text":"\\\\\\"1\\\\","n":12345678901234567890}', "n"],
    ['{"n":1e400}', "n"],
    ['{"n":-1E+309}', "n"],
    ["9007199254740993", ""],
  ])("are found outside of texts: %s", (text, path) => {
    expect(pathOf(text)).toBe(path);
  });

  it.each([
    '{"n":9007199254740991}',
    '{"n":9007199254740994}',
    '{"text":"9007199254740993","n":1}',
    '{"9007199254740993":"\\"9007199254740993"}',
    '{"n":0.1234567890123456789}',
    '{"n":1e300,"m":1e-400}',
    '{"n":1700000000000000000}',
  ])("are not found if there are none: %s", (text) => {
    expect(pathOf(text)).toBeUndefined();
  });

  it("are all integers that change when parsed, at any place", () => {
    const integer = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
    const others = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
    fc.assert(
      fc.property(integer, others, fc.boolean(), (n, fields, pretty) => {
        const whole = JSON.stringify({ fields, n: "HERE" }, null, pretty ? 2 : undefined);
        const text = whole.replace(/"HERE"(?!.*"HERE")/s, String(n));
        const isSame = String((JSON.parse(text) as { n: number }).n) === String(n);
        const inexact = inexactJson(text);
        expect(inexact?.pathIn((inexact.value as { n: unknown }).n) === undefined).toBe(isSame);
      }),
      { numRuns: 500 },
    );
  });
});
